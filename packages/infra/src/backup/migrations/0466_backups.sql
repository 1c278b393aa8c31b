-- The last backup that was verified: at most one row.
create table backups (
  id integer primary key default 1 check (id = 1),
  made_at timestamptz not null,
  file text not null,
  bytes bigint not null
);
