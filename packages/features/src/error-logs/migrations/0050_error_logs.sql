create table error_logs (
  id bigint generated always as identity primary key,
  server_id text not null,
  reason text not null,
  -- the same trouble again has the same one, and becomes the same row
  fingerprint text not null,
  details jsonb not null,
  missing_permissions jsonb not null,
  action jsonb,
  count integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  unique (server_id, fingerprint)
);
create index error_logs_server on error_logs (server_id, last_at desc);
create index error_logs_last on error_logs (last_at);
