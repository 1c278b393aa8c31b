-- Where what happens in the chat of a Kick channel is logged. One row per streamer whose log is on.
create table audit_log_places (
  streamer_id uuid primary key,
  server_id text not null,
  kick_channel_id text not null,
  post_channel_id text not null,
  kinds text[] not null,
  paused_by text check (paused_by in ('permissions', 'channelGone', 'refused', 'planLimit'))
);
create index audit_log_places_by_kick_channel on audit_log_places (kick_channel_id);
create index audit_log_places_by_server on audit_log_places (server_id);
create index audit_log_places_by_post_channel on audit_log_places (post_channel_id);
create index audit_log_places_paused on audit_log_places (paused_by) where paused_by is not null;

-- What has been heard and not been posted yet, for a few seconds.
create table audit_log_entries (
  id bigint generated always as identity primary key,
  streamer_id uuid not null references audit_log_places (streamer_id) on delete cascade,
  post_channel_id text not null,
  event jsonb not null,
  heard_at timestamptz not null
);
create index audit_log_entries_in_order on audit_log_entries (post_channel_id, id);
create index audit_log_entries_by_streamer on audit_log_entries (streamer_id);

-- One message at a time per channel of a server, and what did not fit into the line.
create table audit_log_turns (
  post_channel_id text primary key,
  server_id text not null,
  posted_at timestamptz,
  left_out integer not null default 0
);
create index audit_log_turns_by_server on audit_log_turns (server_id);
