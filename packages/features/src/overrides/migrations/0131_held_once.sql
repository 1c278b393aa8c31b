-- An event that is told again must find what it held before, told in a digest or not.
alter table held_notifications
  drop column id,
  add column dedupe_key text primary key,
  add column told_at timestamptz;
drop index held_notifications_by_server;
create index held_notifications_waiting on held_notifications (server_id) where told_at is null;
create index held_notifications_told on held_notifications (told_at) where told_at is not null;
