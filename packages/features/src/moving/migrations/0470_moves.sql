-- A list of creators that a person moves into a server. It is kept for a day: as a draft, then for the undo.
create table moves (
  id uuid primary key,
  server_id text not null,
  user_id text not null,
  kind text not null,
  state text not null,
  candidates jsonb not null,
  left_out jsonb not null,
  -- What following them did, and the streamers that it added, with their first versions. Null: nothing yet.
  outcome jsonb,
  created_at timestamptz not null,
  -- When a platform was last asked. A list without news for minutes lost its worker.
  worked_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index moves_one_open on moves (server_id, user_id) where state in ('reading', 'ready');
create index moves_by_person on moves (user_id);
create index moves_by_expiry on moves (expires_at);
