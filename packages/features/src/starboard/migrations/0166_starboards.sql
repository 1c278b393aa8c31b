-- Channels that collect starred messages.
create table starboards (
  channel_id text primary key,
  -- A board that moves to another channel stays the same one.
  id uuid not null unique,
  server_id text not null,
  settings jsonb not null,
  -- What a smaller plan does not cover rests, newest first.
  added_at timestamptz not null,
  paused_by text
);
create index starboards_by_server on starboards (server_id, added_at);

-- One row per board and starred message, however many people star it at once.
create table starboard_messages (
  id uuid primary key,
  board_id uuid not null references starboards (id) on delete cascade,
  server_id text not null,
  original_message_id text not null,
  original_channel_id text not null,
  author_id text not null,
  current_stars integer not null,
  -- A moderator put it there: it stays whatever the stars say.
  is_forced boolean not null default false,
  -- Never again.
  is_trashed boolean not null default false,
  is_rewarded boolean not null default false,
  -- The delivery that stands or is on its way; each time it comes back is a round.
  round integer not null default 0,
  delivery_key text,
  message_id text,
  -- What it says, to tell whether anything is new.
  print text,
  starred_at timestamptz not null,
  unique (board_id, original_message_id)
);
create index starboard_messages_by_original on starboard_messages (original_message_id);
create index starboard_messages_by_message on starboard_messages (message_id) where message_id is not null;
create index starboard_messages_by_server on starboard_messages (server_id, current_stars desc);
create index starboard_messages_by_author on starboard_messages (author_id);

-- Who looks at a message last has the newest answer of Discord; an older one is not written any more.
create table starboard_looks (
  message_id text primary key,
  fence bigint not null,
  looked_at timestamptz not null
);
create index starboard_looks_by_time on starboard_looks (looked_at);
