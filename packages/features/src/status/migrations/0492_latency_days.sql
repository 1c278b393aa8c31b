-- How long messages took, per day in UTC, in milliseconds. Kept for ever: no row names a server or a person.
create table latency_days (
  day date not null,
  platform text not null,
  way text not null,
  span text not null,
  count integer not null,
  p50 integer,
  p90 integer,
  p99 integer,
  max integer,
  over_30s integer not null,
  failed integer not null,
  unconfirmed integer not null,
  left_out integer not null,
  odd integer not null,
  primary key (day, platform, way, span)
);
