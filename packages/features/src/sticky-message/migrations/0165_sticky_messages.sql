-- Messages that stay at the bottom of their channels. What stands there is a delivery; its key is kept here.
create table sticky_messages (
  channel_id text primary key,
  -- Deliveries name it as their subject. A sticky that was removed and added again is another one.
  id uuid not null unique,
  server_id text not null,
  body jsonb not null,
  mode text not null,
  every_messages integer,
  minutes integer,
  delay_seconds integer,
  -- What a smaller plan does not cover rests, newest first.
  added_at timestamptz not null,
  paused_by text,
  -- What people have written since it was posted.
  seen_count integer not null default 0,
  last_seen_id text,
  first_seen_at timestamptz,
  -- When it shall be posted again.
  due_at timestamptz,
  -- Each posting is one; the next begins when the last has an outcome.
  round integer not null default 0,
  pending_key text,
  pending_since timestamptz,
  standing_key text,
  message_id text,
  posted_at timestamptz
);
create index sticky_messages_by_server on sticky_messages (server_id, added_at);
create index sticky_messages_due on sticky_messages (due_at) where due_at is not null;
create index sticky_messages_pending on sticky_messages (pending_since) where pending_key is not null;

-- How long a server's stickies wait, where they do not say so themselves.
create table sticky_defaults (
  server_id text primary key,
  delay_seconds integer
);
