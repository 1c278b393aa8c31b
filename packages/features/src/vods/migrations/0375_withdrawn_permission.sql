-- Channels whose streamer does not allow copies of their streams. No row: servers may keep them.
create table vod_refusals (
  platform text not null,
  channel_id text not null,
  refused_at timestamptz not null,
  primary key (platform, channel_id)
);
