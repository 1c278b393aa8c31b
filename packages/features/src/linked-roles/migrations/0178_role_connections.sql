-- People who let us tell Discord facts for its own linked roles.
create table role_connections (
  user_id text primary key,
  access_token text not null,
  refresh_token text,
  expires_at timestamptz not null,
  -- What Discord was told last.
  told text,
  tell_at timestamptz not null
);
create index role_connections_due on role_connections (tell_at);
