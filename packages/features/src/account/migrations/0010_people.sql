create table users (
  id text primary key,
  username text not null,
  global_name text,
  discriminator text not null,
  avatar text,
  banner text,
  accent_color integer,
  email text,
  locale text,
  badges bigint not null default 0,
  is_blacklisted boolean not null default false,
  created_at timestamptz not null,
  last_login_at timestamptz not null
);

-- What Discord lets us do in a person's name. Both tokens are encrypted.
create table discord_grants (
  user_id text primary key references users (id) on delete cascade,
  access_token text not null,
  refresh_token text not null,
  scope text not null,
  expires_at timestamptz not null,
  servers_read_at timestamptz
);

-- Discord's answer about the servers that a person is in: a cache, thrown away with the grant.
create table user_servers (
  user_id text not null references discord_grants (user_id) on delete cascade,
  server_id text not null,
  name text not null,
  icon text,
  banner text,
  is_owner boolean not null,
  permissions bigint not null,
  primary key (user_id, server_id)
);

create table bell_items (
  id bigint generated always as identity primary key,
  user_id text not null references users (id) on delete cascade,
  severity text not null,
  title text not null,
  message text not null,
  action_url text,
  is_read boolean not null default false,
  created_at timestamptz not null
);
create index bell_items_user on bell_items (user_id, id desc);
