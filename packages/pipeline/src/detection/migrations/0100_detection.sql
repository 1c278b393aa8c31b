-- A creator's channel, named by the platform's own stable id.
create table channels (
  platform text not null,
  channel_id text not null,
  name text not null,
  display_name text not null,
  avatar_url text,
  followers integer,
  url text not null,
  refreshed_at timestamptz not null,
  primary key (platform, channel_id)
);

-- Whom to watch, and why: one poll serves every reason.
create table watches (
  platform text not null,
  channel_id text not null,
  reason text not null,
  holder text not null,
  created_at timestamptz not null,
  primary key (platform, channel_id, reason, holder),
  foreign key (platform, channel_id) references channels (platform, channel_id)
);

-- One broadcast, however often its connection drops.
create table stream_sessions (
  id uuid primary key,
  platform text not null,
  channel_id text not null,
  stream_id text,
  started_at timestamptz not null,
  detected_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- First observation of "offline"; null while it is live.
  offline_since timestamptz,
  offline_observations integer not null default 0,
  ended_at timestamptz,
  url text not null,
  details jsonb not null,
  peak_viewers integer,
  foreign key (platform, channel_id) references channels (platform, channel_id)
);

create unique index stream_sessions_one_open on stream_sessions (platform, channel_id) where ended_at is null;
create index stream_sessions_by_channel on stream_sessions (platform, channel_id, started_at desc);

-- Every push is stored before it is acknowledged; the platform's message id makes a second one harmless.
create table push_messages (
  platform text not null,
  message_id text not null,
  channel_id text not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  primary key (platform, message_id)
);
create index push_messages_by_age on push_messages (received_at);

-- Work that only one process at a time may do; a lease, so that a dead one is replaced.
create table leads (
  work text primary key,
  holder text not null,
  until timestamptz not null
);
