-- What owners give away. A state changes in one conditional update, and what follows from it stands in the same transaction.
create table giveaways (
  id text primary key,
  server_id text not null,
  channel_id text not null,
  host_id text,
  state text not null,
  -- As on the wire, but the channel and the host.
  settings jsonb not null,
  codeword text,
  created_at timestamptz not null,
  -- Of one that is scheduled; null where it waits for a stream.
  starts_at timestamptz,
  started_at timestamptz,
  ends_at timestamptz,
  paused_at timestamptz,
  closed_at timestamptz,
  ended_at timestamptz,
  claim_until timestamptz,
  draw integer not null default 1,
  -- Entries add to these within their own transaction: the sheet can hold neither more nor fewer.
  people integer not null default 0,
  tickets bigint not null default 0,
  -- From then on terms only loosen.
  has_entries boolean not null default false,
  -- What the message says, and when it was last told.
  shown_people integer not null default 0,
  counted_at timestamptz,
  message_round integer not null default 0,
  message_key text,
  -- As Discord calls it, once it stands.
  message_id text,
  is_message_lost boolean not null default false
);
create index giveaways_by_server on giveaways (server_id, created_at desc, id);
create index giveaways_by_message on giveaways (message_id) where message_id is not null;
create index giveaways_by_host on giveaways (host_id, created_at desc) where host_id is not null;
create index giveaways_to_start on giveaways (starts_at) where state = 'scheduled';
create index giveaways_to_end on giveaways (ends_at) where state = 'running';
create index giveaways_drawing on giveaways (closed_at) where state = 'drawing';
create index giveaways_to_claim on giveaways (claim_until) where claim_until is not null;
create index giveaways_to_count on giveaways (counted_at) where state = 'running' and people <> shown_people;

-- Who is in. Of somebody who is forgotten the key stays: the sheet still verifies, and nobody can tell who it was.
create table giveaway_entries (
  giveaway_id text not null references giveaways (id) on delete cascade,
  key text not null,
  user_id text,
  username text,
  salt text,
  tickets integer not null,
  entered_at timestamptz not null,
  -- Of a drop: the press, which Discord numbers by time.
  interaction_id text,
  primary key (giveaway_id, key)
);
create unique index giveaway_entries_by_user on giveaway_entries (giveaway_id, user_id) where user_id is not null;
create index giveaway_entries_of_user on giveaway_entries (user_id) where user_id is not null;

create table giveaway_removals (
  giveaway_id text not null references giveaways (id) on delete cascade,
  key text not null,
  reason text not null,
  removed_at timestamptz not null,
  primary key (giveaway_id, key)
);

-- The first stands there from the start: its seed is committed to before anybody enters.
create table giveaway_draws (
  giveaway_id text not null references giveaways (id) on delete cascade,
  number integer not null,
  commitment text not null,
  -- Sealed with the keys of the house until it is drawn.
  seed text not null,
  winners integer,
  leaves_out_winners boolean not null default true,
  sheet text,
  sheet_hash text,
  people integer,
  tickets bigint,
  round bigint,
  signature text,
  -- Rounds that came out before their sheet stood anywhere.
  abandoned jsonb not null default '[]',
  closed_at timestamptz,
  -- The sheet stands in the channel, or has waited long enough for that.
  published_at timestamptz,
  drawn_at timestamptz,
  primary key (giveaway_id, number)
);

create table giveaway_drawn (
  giveaway_id text not null,
  number integer not null,
  place integer not null,
  key text not null,
  user_id text,
  username text,
  salt text,
  outcome text not null,
  reason text,
  claimed_at timestamptz,
  primary key (giveaway_id, number, place),
  foreign key (giveaway_id, number) references giveaway_draws (giveaway_id, number) on delete cascade
);
create index giveaway_drawn_of_user on giveaway_drawn (user_id) where user_id is not null;

create table giveaway_events (
  giveaway_id text not null references giveaways (id) on delete cascade,
  at timestamptz not null,
  position bigint generated always as identity,
  event text not null,
  by_id text,
  details jsonb not null default '{}',
  primary key (giveaway_id, position)
);

create table giveaway_templates (
  id text primary key,
  server_id text not null,
  title text not null,
  settings jsonb not null,
  unique (server_id, title)
);

-- Wrong answers to the question at the door.
create table giveaway_tries (
  giveaway_id text not null references giveaways (id) on delete cascade,
  user_id text not null,
  wrong integer not null,
  last_at timestamptz not null,
  primary key (giveaway_id, user_id)
);

-- Only of servers where a running giveaway asks for messages.
create table giveaway_messages (
  server_id text not null,
  user_id text not null,
  messages integer not null,
  primary key (server_id, user_id)
);

create table giveaway_settings (
  server_id text primary key,
  log_channel_id text,
  -- People with one of these may run giveaways by command, without managing the server.
  manager_roles jsonb not null default '[]'
);
