-- One person on several platforms. Which streamers belong to them stands with the streamers.
create table creators (
  id uuid primary key,
  server_id text not null,
  name text not null,
  -- Whose title and picture a message shows, best first. Empty: the one who went live first.
  platform_order text[] not null default '{}',
  notification_channel_id text,
  ping_role_id text,
  created_at timestamptz not null
);
create index creators_by_server on creators (server_id, created_at, id);

-- From the first platform that goes live until the last one is over: one message. It outlives its creator, because the
-- message may still stand.
create table creator_broadcasts (
  id uuid primary key,
  creator_id uuid not null,
  server_id text not null,
  opened_at timestamptz not null,
  closed_at timestamptz
);
create unique index creator_broadcasts_open on creator_broadcasts (creator_id) where closed_at is null;
create index creator_broadcasts_by_creator on creator_broadcasts (creator_id, opened_at desc);
create index creator_broadcasts_by_server on creator_broadcasts (server_id);

-- A stream that a broadcast's message tells of. It takes part in one broadcast, whatever becomes of the creator.
create table creator_streams (
  streamer_id uuid not null references streamers (id) on delete cascade,
  session_id uuid not null,
  broadcast_id uuid not null references creator_broadcasts (id) on delete cascade,
  joined_at timestamptz not null,
  over_at timestamptz,
  primary key (streamer_id, session_id)
);
create index creator_streams_by_broadcast on creator_streams (broadcast_id);
create index creator_streams_by_session on creator_streams (session_id);
