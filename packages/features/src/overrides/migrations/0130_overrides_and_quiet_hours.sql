-- A server's rules that change or cancel a notification by its words. The highest priority wins.
create table notification_overrides (
  server_id text not null,
  priority integer not null,
  apply_to text[] not null,
  query text[] not null,
  query_in text[] not null,
  actions text[] not null,
  duration_minutes integer,
  channel_id text,
  ping_role_id text,
  -- What a smaller plan does not cover is paused, newest first.
  added_at timestamptz not null,
  primary key (server_id, priority)
);

-- When a server wants to hear nothing, or only what an override allows.
create table notification_rules (
  server_id text primary key,
  only_overrides boolean not null default false,
  quiet_hours jsonb
);

-- A decision that holds for a stream for a while, whatever becomes of its words.
create table override_holds (
  server_id text not null,
  session_id uuid not null,
  decision jsonb not null,
  until timestamptz not null,
  primary key (server_id, session_id)
);
create index override_holds_by_session on override_holds (session_id);
create index override_holds_by_end on override_holds (until);

-- What happened in quiet hours and waits for the digest at their end.
create table held_notifications (
  id uuid primary key,
  server_id text not null,
  -- The Discord channel in which it would have been posted.
  channel_id text not null,
  streamer_id text not null,
  platform text not null,
  -- The creator's channel on the platform.
  creator_id text not null,
  -- Null: a video.
  session_id uuid,
  name text not null,
  title text,
  url text not null,
  happened_at timestamptz not null,
  held_at timestamptz not null
);
create index held_notifications_by_server on held_notifications (server_id, happened_at);
