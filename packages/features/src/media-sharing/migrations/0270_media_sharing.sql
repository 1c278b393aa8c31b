-- Viewers submit videos, a queue of each owner plays them. Whoever changes a queue locks its room first.
create table media_rooms (
  owner_id text primary key,
  -- Of the page that viewers use, in small letters.
  name text not null unique,
  enabled boolean,
  -- As on the wire; what is absent is as the contract says.
  settings jsonb not null default '{}',
  permissions jsonb not null default '[]',
  -- scrypt; never leaves.
  password text,
  -- Who knows the address is the player: hashed to find it, sealed to be copied by its owner.
  address_hash text unique,
  address text,
  -- Grows with everything that a player or a page shows.
  version bigint not null default 1,
  paused boolean not null default false,
  -- Why it was paused by us, until somebody presses play.
  trouble text,
  -- In a row.
  failures integer not null default 0,
  -- The page that plays; others are silent. While it is connected a process holds it.
  lease_tab text,
  lease_until timestamptz,
  lease_process text,
  player_seen_at timestamptz,
  -- The page waits for a press, or its scene is hidden.
  held_by text
);

create table media_items (
  id text primary key,
  owner_id text not null references media_rooms (owner_id) on delete cascade,
  provider text not null,
  kind text not null,
  video_id text not null,
  title text,
  author text,
  channel_id text,
  length_seconds integer,
  views bigint,
  published_at timestamptz,
  picture text,
  -- Play is cut here.
  end_second integer,
  sender_origin text,
  sender_id text,
  sender_name text,
  is_filler boolean not null default false,
  state text not null,
  reason text,
  -- A moderator's own.
  words text,
  -- Order among those that wait.
  place double precision not null default 0,
  requested_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  -- Became the one that plays; the player began to play it; it ended in whatever way.
  taken_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  -- Where the picture is, and how long it has played by our clock; both as of `heard_at`, null while it stands still.
  second double precision not null default 0,
  played double precision not null default 0,
  heard_at timestamptz
);
create unique index media_items_playing on media_items (owner_id) where state = 'playing';
create unique index media_items_once on media_items (owner_id, provider, video_id)
  where state in ('pending', 'queued', 'playing') and not is_filler;
create index media_items_waiting on media_items (owner_id, place, id) where state in ('pending', 'queued');
create index media_items_by_owner on media_items (owner_id, requested_at desc, id);
create index media_items_by_sender on media_items (owner_id, sender_id, requested_at desc) where sender_id is not null;
create index media_items_of_sender on media_items (sender_id) where sender_id is not null;
create index media_items_ended on media_items (ended_at) where ended_at is not null;

-- What plays while nobody has requested anything, in turn.
create table media_fillers (
  id text primary key,
  owner_id text not null references media_rooms (owner_id) on delete cascade,
  provider text not null,
  kind text not null,
  video_id text not null,
  title text,
  author text,
  length_seconds integer,
  picture text,
  end_second integer,
  added_at timestamptz not null,
  played_at timestamptz,
  unique (owner_id, provider, video_id)
);

-- By the platform's own id: people rename themselves.
create table media_bans (
  id text primary key,
  owner_id text not null references media_rooms (owner_id) on delete cascade,
  kind text not null,
  place text not null,
  target_id text not null,
  name text,
  banned_at timestamptz not null,
  banned_by text,
  unique (owner_id, kind, place, target_id)
);

create table media_votes (
  item_id text not null references media_items (id) on delete cascade,
  voter text not null,
  primary key (item_id, voter)
);

-- Who wrote in the chats a moment ago: votes are counted against them.
create table media_talkers (
  owner_id text not null references media_rooms (owner_id) on delete cascade,
  talker text not null,
  wrote_at timestamptz not null,
  primary key (owner_id, talker)
);

-- Wrong passwords.
create table media_tries (
  owner_id text not null references media_rooms (owner_id) on delete cascade,
  who text not null,
  wrong integer not null,
  last_at timestamptz not null,
  primary key (owner_id, who)
);

-- The record of changes: who changed which setting, from what to what.
create table media_changes (
  id bigint generated always as identity primary key,
  owner_id text not null references media_rooms (owner_id) on delete cascade,
  user_id text,
  at timestamptz not null,
  before jsonb not null,
  after jsonb not null
);
create index media_changes_by_owner on media_changes (owner_id, id desc);
