-- What a new process needs to go on where the old one stopped, instead of asking Discord for everything again.
create table gateway_shards (
  shard_id integer primary key,
  session jsonb not null,
  bot_id text not null
);

create table gateway_servers (
  server_id text primary key,
  shard_id integer not null references gateway_shards (shard_id) on delete cascade,
  state bytea not null
);
create index gateway_servers_by_shard on gateway_servers (shard_id);
