-- What a platform's pushes told of an account. What can be asked at any time is not stored.
create table role_sync_facts (
  platform text not null,
  channel_id text not null,
  account_id text not null,
  -- subscriber, moderator, vip, og, founder, verified; gifted: how many subscriptions they gave to others.
  kind text not null,
  -- Months of a subscription, or subscriptions that were given.
  amount integer not null default 0,
  -- Null: no end is known.
  until timestamptz,
  seen_at timestamptz not null,
  primary key (platform, channel_id, account_id, kind)
);
create index role_sync_facts_by_account on role_sync_facts (platform, account_id);
create index role_sync_facts_by_end on role_sync_facts (until) where until is not null;

-- Members whose roles follow their linked accounts.
create table role_sync_members (
  server_id text not null,
  user_id text not null,
  checked_at timestamptz,
  check_at timestamptz not null,
  -- One at a time changes the roles of a member.
  busy_until timestamptz,
  -- The nickname that we gave last.
  named_as text,
  primary key (server_id, user_id)
);
create index role_sync_members_due on role_sync_members (check_at);
create index role_sync_members_by_user on role_sync_members (user_id);

-- Roles that we gave, or were about to give. A role given by hand has no row and is never taken.
create table role_sync_holdings (
  server_id text not null,
  user_id text not null,
  role_id text not null,
  has_it boolean not null default false,
  primary key (server_id, user_id, role_id)
);
create index role_sync_holdings_by_user on role_sync_holdings (user_id);

create table role_sync_settings (
  server_id text primary key,
  sync_username boolean
);
