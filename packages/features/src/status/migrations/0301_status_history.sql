-- How each part is, as the sampler last saw it. A part that has never been well has no row: it is not there.
create table health (
  component text primary key,
  state text not null,
  -- So many samples in a row say otherwise.
  streak integer not null,
  sampled_at timestamptz not null,
  -- The same moment by a clock that nobody can set.
  sampled_ms bigint not null
);

-- Samples of a day in UTC.
create table health_days (
  component text not null,
  day date not null,
  good integer not null,
  bad integer not null,
  primary key (component, day)
);

create table incidents (
  id bigint generated always as identity primary key,
  feed_id uuid not null unique,
  -- Null: noticed by ourselves; then `cause` says what.
  title text,
  cause text,
  is_maintenance boolean not null,
  components text[] not null,
  starts_at timestamptz not null,
  ends_at timestamptz,
  post_mortem text not null default ''
);
create index incidents_by_start on incidents (starts_at desc, id desc);
create index incidents_open on incidents (id) where ends_at is null;

create table incident_updates (
  id bigint generated always as identity primary key,
  incident_id bigint not null references incidents on delete cascade,
  state text not null,
  text text not null,
  told_at timestamptz not null
);
create index incident_updates_of on incident_updates (incident_id, id desc);
