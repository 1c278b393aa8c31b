-- Uploaded pictures. A row exists before its file does, so no file is without a row.
create table giveaway_pictures (
  server_id text not null,
  name text not null,
  bytes integer not null,
  -- Null while a giveaway or a template shows it.
  unused_since timestamptz,
  primary key (server_id, name)
);
create index giveaway_pictures_unused on giveaway_pictures (unused_since) where unused_since is not null;
