-- Recordings of streams that servers keep: one file, however many of them want it.
create table vod_recordings (
  -- Nobody can guess it: it is all that a stranger needs to watch.
  id text primary key,
  platform text not null,
  video_id text not null,
  channel_id text not null,
  channel_name text not null,
  title text,
  url text not null,
  thumbnail_url text,
  started_at timestamptz not null,
  duration_seconds integer,
  state text not null,
  reason text,
  found_at timestamptz not null,
  saved_at timestamptz,
  file_key text,
  bytes bigint,
  -- What it was thought to take when it was let in, and how much of that has come.
  reckoned_bytes bigint,
  done_bytes bigint not null default 0,
  -- Of the storage, to go on after a crash.
  upload_id text,
  tries integer not null default 0,
  next_try_at timestamptz,
  -- Until then one process works on it.
  busy_until timestamptz
);
create unique index vod_recordings_once on vod_recordings (platform, video_id);
create index vod_recordings_latest on vod_recordings (found_at desc);
create index vod_recordings_at_work on vod_recordings (found_at) where state in ('waiting', 'saving');

create table vod_keepers (
  recording_id text not null references vod_recordings (id) on delete cascade,
  server_id text not null,
  streamer_name text not null,
  -- Counted from when it was saved.
  hours integer not null,
  -- Why this server does not have it, or no longer.
  reason text,
  allowed_until timestamptz,
  primary key (recording_id, server_id)
);
create index vod_keepers_by_server on vod_keepers (server_id);
create index vod_keepers_by_end on vod_keepers (allowed_until) where reason is null;

create table vod_servers (
  server_id text primary key,
  keep_hours integer not null
);
