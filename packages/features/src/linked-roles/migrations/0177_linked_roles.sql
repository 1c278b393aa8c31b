-- When a member gets or loses this role, give and take those.
create table linked_role_rules (
  server_id text not null,
  role_id text not null,
  on_add_add text[] not null,
  on_add_remove text[] not null,
  on_remove_add text[] not null,
  on_remove_remove text[] not null,
  -- What a smaller plan does not cover is paused, newest first.
  added_at timestamptz not null,
  primary key (server_id, role_id)
);

create table linked_role_logs (
  server_id text primary key,
  channel_id text
);

-- Which of the roles that have a rule somebody has, as far as we have seen. An event is a difference to this.
create table linked_role_seen (
  server_id text not null,
  user_id text not null,
  role_ids text[] not null,
  primary key (server_id, user_id)
);
create index linked_role_seen_by_user on linked_role_seen (user_id);

-- Since when the members of a role with a rule are known: who had it before is not somebody who got it.
create table linked_role_baselines (
  server_id text not null,
  role_id text not null,
  at timestamptz not null,
  primary key (server_id, role_id)
);

-- What follows from an event: to do, done, and what the log has not told yet.
create table linked_role_actions (
  id bigint generated always as identity primary key,
  server_id text not null,
  user_id text not null,
  role_id text not null,
  is_given boolean not null,
  -- The role whose coming or going it follows from, and how many rounds of rules lie before it.
  because text not null,
  depth integer not null,
  made_at timestamptz not null,
  tries integer not null default 0,
  done_at timestamptz,
  -- Discord told us of our own change: that was its round.
  is_echoed boolean not null default false,
  is_told boolean not null default false,
  batch uuid
);
create index linked_role_actions_due on linked_role_actions (server_id, id) where done_at is null;
create index linked_role_actions_done on linked_role_actions (server_id, user_id, role_id) where done_at is not null;
create index linked_role_actions_by_user on linked_role_actions (user_id);

create table linked_role_turns (
  server_id text primary key,
  until timestamptz not null
);
