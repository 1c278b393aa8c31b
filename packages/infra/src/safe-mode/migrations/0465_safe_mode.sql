-- At most one row. In safe mode nothing is sent to Discord or to platforms.
create table safe_mode (
  id integer primary key default 1 check (id = 1),
  -- Null: staff have left it.
  reason text,
  since timestamptz not null,
  -- Messages about something that was detected earlier are not posted.
  forget_before timestamptz
);

-- Starts of the last minutes without an orderly end. Three of one process count as a crash loop.
create table process_starts (
  id bigint generated always as identity primary key,
  process text not null,
  started_at timestamptz not null default now()
);
create index process_starts_by_process on process_starts (process, started_at);
