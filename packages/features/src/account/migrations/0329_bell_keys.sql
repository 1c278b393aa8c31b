-- A job that runs twice rings once: a line with a key is in a bell at most once.
alter table bell_items add column key text;
create unique index bell_items_once on bell_items (user_id, key) where key is not null;
