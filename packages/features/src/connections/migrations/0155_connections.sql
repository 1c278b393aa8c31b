create table linked_accounts (
  -- no reference to users: people link with a code in the chat before they ever log in here
  user_id text not null,
  platform text not null,
  account_id text not null,
  username text not null,
  display_name text not null,
  -- how it was proven: login, chat or address
  way text not null check (way in ('login', 'chat', 'address')),
  -- encrypted; null where there is no permission, or no longer one
  access_token text,
  refresh_token text,
  scopes text[] not null default '{}',
  expires_at timestamptz,
  -- whoever renews the token holds it until then; the others wait
  renewing_until timestamptz,
  checked_at timestamptz not null,
  -- since when the platform refuses the permission
  gone_at timestamptz,
  linked_at timestamptz not null,
  primary key (user_id, platform)
);
-- one outside account belongs to one person
create unique index linked_accounts_account on linked_accounts (platform, account_id);
create index linked_accounts_checked on linked_accounts (checked_at) where refresh_token is not null;

create table link_attempts (
  -- SHA-256 of the state, which itself is nowhere
  state_hash text primary key,
  user_id text not null,
  session_id text not null,
  platform text not null,
  -- encrypted
  verifier text not null,
  expires_at timestamptz not null
);
create index link_attempts_expires on link_attempts (expires_at);

create table link_codes (
  -- a new code replaces the former one
  user_id text primary key,
  code_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index link_codes_expires on link_codes (expires_at);

-- chats that are heard for a while
create table heard_chats (
  platform text not null,
  channel_id text not null,
  until timestamptz not null,
  primary key (platform, channel_id)
);
create index heard_chats_until on heard_chats (until);
