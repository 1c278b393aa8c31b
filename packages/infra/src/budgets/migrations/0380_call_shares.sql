-- How the processes divide the calls a second that Discord allows them together: one row per bot, one per address.
-- A write names the version it was made on, so that no process holds a lock while it decides.
create table call_shares (
  name text primary key,
  version integer not null,
  division jsonb not null
);
