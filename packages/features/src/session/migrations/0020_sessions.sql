create table sessions (
  -- names the session in lists; it is not the token
  id text primary key,
  -- SHA-256 of the token, which itself is nowhere
  token_hash text not null unique,
  user_id text not null references users (id) on delete cascade,
  user_agent text not null,
  ip_prefix text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- the absolute limit; the idle one follows from last_seen_at
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id, last_seen_at desc);
create index sessions_last_seen on sessions (last_seen_at);
