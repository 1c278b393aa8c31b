-- How often something happened in an hour, and never who did it. What is older than 90 days is kept by the day.
create table figures (
  kind text not null,
  name text not null,
  hour timestamptz not null,
  count bigint not null,
  primary key (kind, hour, name)
);
