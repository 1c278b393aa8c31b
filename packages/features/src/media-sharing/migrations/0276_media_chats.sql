-- Searches of an owner on a day (UTC): only the last day with one.
create table media_searches (
  owner_id text primary key references media_rooms (owner_id) on delete cascade,
  day text not null,
  used integer not null
);

create table media_chats (
  owner_id text not null references media_rooms (owner_id) on delete cascade,
  platform text not null check (platform in ('kick', 'twitch')),
  -- When the platform was last asked to push what is written there.
  asked_at timestamptz,
  -- What kept the last answer from being written.
  trouble text check (trouble in ('denied', 'down')),
  -- Answers are counted from then on, so that nobody makes us flood a chat.
  answers_since timestamptz,
  answers integer not null default 0,
  primary key (owner_id, platform)
);

-- Commands that were heard, by the message: pushes come twice. What was written is not kept.
create table media_lines (
  platform text not null,
  message_id text not null,
  heard_at timestamptz not null,
  -- Somebody has begun to do it.
  taken_at timestamptz,
  primary key (platform, message_id)
);
create index media_lines_heard on media_lines (heard_at);
