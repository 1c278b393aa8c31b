-- Who helps a creator. The leader is no member: there is one leader, and one team that somebody leads.
create table teams (
  id text primary key,
  leader_id text not null unique,
  name text not null,
  created_at timestamptz not null
);

-- What an invitation gives whom. Ended ones stay while somebody is in the team who came by them.
create table team_invites (
  id text primary key,
  team_id text not null references teams (id) on delete cascade,
  -- By this it is found.
  code_hash text not null unique,
  -- Sealed; for the leader, who may copy it again.
  code text not null,
  bitfield bigint not null,
  uses integer not null default 0,
  -- Null: as often as one likes.
  max_uses integer,
  created_at timestamptz not null,
  -- Null: never.
  expires_at timestamptz,
  revoked_at timestamptz
);
create index team_invites_by_team on team_invites (team_id, created_at desc);

create table team_members (
  team_id text not null references teams (id) on delete cascade,
  user_id text not null,
  bitfield bigint not null,
  joined_at timestamptz not null,
  -- Null: they led the team before.
  invite_id text references team_invites (id) on delete set null,
  primary key (team_id, user_id)
);
create index team_members_of_user on team_members (user_id, joined_at);
create index team_members_by_invite on team_members (invite_id) where invite_id is not null;

-- Who did what in a team, and when.
create table team_events (
  position bigint generated always as identity primary key,
  team_id text not null references teams (id) on delete cascade,
  at timestamptz not null,
  event text not null,
  -- Null: that account was deleted since.
  by_id text,
  about_id text,
  details jsonb not null default '{}'
);
create index team_events_by_team on team_events (team_id, position desc);
create index team_events_by_person on team_events (by_id) where by_id is not null;
create index team_events_about_person on team_events (about_id) where about_id is not null;

-- Wrong codes, by person or by (hashed) address.
create table team_tries (
  who text primary key,
  wrong integer not null,
  since timestamptz not null
);
create index team_tries_since on team_tries (since);
