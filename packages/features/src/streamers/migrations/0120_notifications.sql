-- A creator whom a server follows, with what it wants.
create table streamers (
  id uuid primary key,
  server_id text not null,
  platform text not null,
  -- The platform's own stable id; the name follows it.
  channel_id text not null,
  rumble_type text,
  name text not null,
  settings jsonb not null default '{}',
  pause_reason text,
  -- The stream that ran when the creator was added is not announced.
  already_live_session uuid,
  added_at timestamptz not null,
  changed_at timestamptz not null,
  unique (server_id, platform, channel_id)
);

create index streamers_by_channel on streamers (platform, channel_id);
create unique index streamers_by_name on streamers (server_id, platform, coalesce(rumble_type, ''), lower(name));

-- A message of one streamer that replaces the default one.
create table streamer_messages (
  streamer_id uuid not null references streamers (id) on delete cascade,
  type text not null,
  body jsonb not null,
  primary key (streamer_id, type)
);
