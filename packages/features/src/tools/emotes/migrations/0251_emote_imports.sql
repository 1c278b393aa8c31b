-- Emotes that somebody adds to a server. Discord allows about fifty an hour, so that one import may take many hours.
create table emote_imports (
  id text primary key,
  server_id text not null,
  platform text not null,
  streamer text not null,
  -- Null: that account was deleted since.
  requested_by text,
  -- Only members with this role can use them.
  role_id text,
  state text not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  resumes_at timestamptz,
  -- Until then one process works on it.
  busy_until timestamptz
);
create index emote_imports_by_server on emote_imports (server_id, created_at desc);
create index emote_imports_by_person on emote_imports (requested_by) where requested_by is not null;
-- Two at once would share the same fifty an hour, and the same places.
create unique index emote_imports_one_open on emote_imports (server_id) where state in ('running', 'waiting', 'stopped');
create index emote_imports_at_work on emote_imports (created_at) where state in ('running', 'waiting', 'undoing');

create table emote_import_items (
  import_id text not null references emote_imports (id) on delete cascade,
  position integer not null,
  name text not null,
  emote_name text not null,
  url text not null,
  animated boolean not null,
  state text not null default 'waiting',
  reason text,
  emoji_id text,
  -- When Discord was asked to make it and has not answered: it may stand there.
  asked_at timestamptz,
  primary key (import_id, position)
);
