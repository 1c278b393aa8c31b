-- Who gave how many subscriptions of a Kick channel to others: by week and month in UTC, and overall.
create table gifted_subs (
  channel_id text not null,
  period text not null check (period in ('weekly', 'monthly', 'overall')),
  -- The Monday, the first of the month, or the beginning of all time.
  starts_on date not null,
  gifter_id text not null,
  gifts integer not null check (gifts > 0),
  -- Of two with as many, who had them first stands higher.
  reached_at timestamptz not null,
  primary key (channel_id, period, starts_on, gifter_id)
);
create index gifted_subs_by_place on gifted_subs (channel_id, period, starts_on, gifts desc, reached_at, gifter_id);
create index gifted_subs_by_age on gifted_subs (period, starts_on);

-- What they are called on Kick, as of their last gift.
create table gifters (
  gifter_id text primary key,
  name text not null,
  display_name text not null
);

-- What servers made of it: a message that is kept up to date, and roles for places. One row per streamer that has either.
create table leaderboard_boards (
  streamer_id uuid primary key,
  server_id text not null,
  kick_channel_id text not null,
  has_roles boolean not null,
  -- Where the message should stand. Null: none is wanted.
  post_channel_id text,
  -- Every new message is another round.
  round integer not null default 0,
  -- The delivery that stands, or is on its way, and what it says.
  standing_key text,
  message_id text,
  shown text,
  shown_at timestamptz,
  -- When to look whether it should say something else.
  due_at timestamptz,
  paused_by text check (paused_by in ('permissions', 'channelGone', 'refused', 'planLimit'))
);
create index leaderboard_boards_by_server on leaderboard_boards (server_id);
create index leaderboard_boards_by_channel on leaderboard_boards (kick_channel_id);
create index leaderboard_boards_due on leaderboard_boards (due_at) where due_at is not null;

-- Roles that somebody has, or had before, for a place. Ours: we gave it. A role given by hand is never taken.
create table leaderboard_holdings (
  server_id text not null,
  user_id text not null,
  role_id text not null,
  is_ours boolean not null,
  primary key (server_id, user_id, role_id)
);
create index leaderboard_holdings_by_user on leaderboard_holdings (user_id);

-- One process at a time gives and takes these roles in a server.
create table leaderboard_turns (
  server_id text primary key,
  until timestamptz not null
);
