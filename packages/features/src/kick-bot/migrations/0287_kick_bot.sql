-- Streamers whose clips made with KickBot are told of.
create table kick_bot_places (
  streamer_id uuid primary key,
  server_id text not null,
  kick_channel_id text not null
);
create index kick_bot_places_by_kick_channel on kick_bot_places (kick_channel_id);
create index kick_bot_places_by_server on kick_bot_places (server_id);

-- Who asked KickBot for a clip in a chat, for some minutes: it names the clip, and they may be who made it.
create table kick_bot_asks (
  kick_channel_id text not null,
  sender_id text not null,
  name text not null,
  display_name text not null,
  roles text[] not null,
  asked_at timestamptz not null,
  primary key (kick_channel_id, sender_id)
);
create index kick_bot_asks_by_age on kick_bot_asks (asked_at);
