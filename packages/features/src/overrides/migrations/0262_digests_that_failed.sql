-- The digest in which a thing stands. It is told once that digest stands in its channel; until then it is kept.
alter table held_notifications
  add column digest_key text,
  -- When it was put there.
  add column digest_at timestamptz;
drop index held_notifications_waiting;
create index held_notifications_untold on held_notifications (server_id, digest_key) where told_at is null;
