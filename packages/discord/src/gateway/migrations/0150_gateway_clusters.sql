-- Several bot processes share the shards. What was saved before belongs to no numbering, so it begins anew.
truncate gateway_shards, gateway_servers;

-- A numbering of shards. While the number of shards changes there are two.
create table gateway_generations (
  generation integer primary key,
  shard_count integer not null check (shard_count > 0),
  shards_per_cluster integer not null check (shards_per_cluster > 0),
  -- 'coming' before 'shared' before 'current' before 'going'
  phase text not null check (phase in ('coming', 'shared', 'current', 'going')),
  phase_since timestamptz not null default now()
);

-- Who holds a cluster. The fence rises with every new holder, so that a late writer is known for one.
create table gateway_clusters (
  generation integer not null references gateway_generations (generation) on delete cascade,
  cluster_id integer not null,
  holder text,
  until timestamptz,
  fence bigint not null default 0,
  -- All its shards are ready and have told their servers.
  is_ready boolean not null default false,
  primary key (generation, cluster_id)
);

-- The bot processes that live, among which the clusters are shared out.
create table gateway_bots (
  holder text primary key,
  until timestamptz not null
);

-- When a bucket (shard_id % max_concurrency) may identify again, over all processes.
create table gateway_identifies (
  bucket integer primary key,
  free_at timestamptz not null
);

-- Events that one of two generations has told while both listened.
create table gateway_told (
  key text primary key,
  told_at timestamptz not null default now()
);

-- Privileged intents that Discord does not grant this bot.
create table gateway_refusals (
  intent text primary key,
  refused_at timestamptz not null default now()
);

alter table gateway_servers drop constraint gateway_servers_shard_id_fkey;
alter table gateway_servers drop constraint gateway_servers_pkey;
alter table gateway_shards drop constraint gateway_shards_pkey;
alter table gateway_shards
  add column generation integer not null references gateway_generations (generation) on delete cascade,
  -- A session keeps the intents that it was made with.
  add column intents integer not null,
  add primary key (generation, shard_id);
alter table gateway_servers
  add column generation integer not null,
  add primary key (server_id, generation),
  add foreign key (generation, shard_id) references gateway_shards (generation, shard_id) on delete cascade;
drop index gateway_servers_by_shard;
create index gateway_servers_by_shard on gateway_servers (generation, shard_id);
