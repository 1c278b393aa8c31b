-- Servers that the bot is in, or was in less than 30 days ago.
create table servers (
  id text primary key,
  name text not null,
  icon text,
  banner text,
  owner_id text,
  member_count integer not null default 0,
  locale text,
  is_blacklisted boolean not null default false,
  override_branding boolean not null default false,
  -- rises with every change of a setting
  version integer not null default 1,
  joined_at timestamptz not null,
  -- when the bot was removed; null while it is in
  left_at timestamptz
);
create index servers_left on servers (left_at) where left_at is not null;
create index servers_size on servers (member_count desc) where left_at is null;

-- Who changed what. Goes when the server is forgotten.
create table server_changes (
  id bigint generated always as identity primary key,
  server_id text not null references servers (id) on delete cascade,
  -- null: the program itself
  user_id text,
  what text not null,
  before jsonb,
  after jsonb,
  at timestamptz not null
);
create index server_changes_server on server_changes (server_id, id desc);
create index server_changes_user on server_changes (user_id);
