-- Whose cause is gone is solved: it stays in the list, and is not counted any more.
alter table error_logs add column solved_at timestamptz;
create index error_logs_open on error_logs (server_id) where solved_at is null;
