-- What each bot process said of itself last.
create table clusters (
  cluster_id integer primary key,
  started_at timestamptz not null,
  reported_at timestamptz not null,
  core_percent real not null,
  machine_percent real not null,
  memory_bytes bigint not null,
  shards jsonb not null
);

create table recent_activity (
  id bigint generated always as identity primary key,
  type text not null,
  message text not null,
  created_at timestamptz not null
);
