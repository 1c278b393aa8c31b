-- Whoever finds a giveaway in the public list has a way into its server.
alter table giveaways add column invite_code text;
