-- A manager can have everything about a server deleted at once, instead of 30 days after the bot left.
alter table servers add column is_discarded boolean not null default false;
