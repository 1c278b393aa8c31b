-- How far the posts of other bots are read, per channel. Null: the list of creators came from a person.
alter table moves add column reading jsonb;
