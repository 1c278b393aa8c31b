-- Calls to platforms that count those of all processes together: how many were taken, and when.
create table call_budgets (
  name text not null,
  at timestamptz not null,
  used integer not null,
  primary key (name, at)
);
