-- Roles for members who stream on Twitch right now.
create table auto_live_roles (
  server_id text not null,
  role_id text not null,
  filter jsonb,
  -- What a smaller plan does not cover is paused, newest first.
  added_at timestamptz not null,
  primary key (server_id, role_id)
);

-- Roles for members whose custom status holds one of some texts.
create table status_roles (
  server_id text not null,
  role_id text not null,
  texts text[] not null,
  keep_on_offline boolean,
  filter jsonb,
  added_at timestamptz not null,
  primary key (server_id, role_id)
);

create table live_role_logs (
  server_id text primary key,
  auto_live_channel_id text,
  status_channel_id text
);

-- Why a member should have a role: a stream or status of their own, or a streamer whom they belong to.
create table live_role_claims (
  server_id text not null,
  user_id text not null,
  role_id text not null,
  -- autoLive, status, linked, or the id of a streamer of this server.
  source text not null,
  -- The text of the status that made it match.
  about text,
  -- The streamer's stream.
  session_id uuid,
  primary key (server_id, user_id, role_id, source)
);
create index live_role_claims_by_source on live_role_claims (source, server_id);
create index live_role_claims_by_user on live_role_claims (user_id);

-- What follows from the claims, and what was done about it.
create table live_role_holdings (
  server_id text not null,
  user_id text not null,
  role_id text not null,
  is_wanted boolean not null,
  -- As far as we know the member has it; and it was us who gave it. A role given by hand is never taken.
  has_it boolean not null default false,
  is_ours boolean not null default false,
  -- The kind of claim and its text, for the log when the claim is gone.
  reason text not null,
  about text,
  -- When there is something to do. Null: nothing, or nothing that could succeed.
  settle_at timestamptz,
  tries integer not null default 0,
  checked_at timestamptz,
  primary key (server_id, user_id, role_id)
);
create index live_role_holdings_due on live_role_holdings (server_id, settle_at) where settle_at is not null;
create index live_role_holdings_by_user on live_role_holdings (user_id);

-- One process at a time gives and takes the roles of a server: two could overtake each other.
create table live_role_turns (
  server_id text primary key,
  until timestamptz not null
);

-- What the log channels have not been told yet. A batch is one message, also when it is tried again.
create table live_role_news (
  id bigint generated always as identity primary key,
  server_id text not null,
  kind text not null,
  user_id text not null,
  user_name text not null,
  avatar_url text,
  role_id text not null,
  is_given boolean not null,
  about text,
  at timestamptz not null,
  batch uuid
);
create index live_role_news_by_server on live_role_news (server_id, kind, id);
create index live_role_news_by_user on live_role_news (user_id);
