-- One row per intended message, from detection to the end: the queue of the senders and the journal that people read.
create table deliveries (
  id uuid primary key,
  -- The second of two same intentions has no effect, whoever has it.
  dedupe_key text not null unique,
  owner text not null,
  server_id text not null,
  subject text not null,
  session_id uuid references stream_sessions (id),
  kind text not null,
  channel_id text not null,
  state text not null,
  reason text,
  reason_values jsonb not null default '{}',
  -- What the message shall say, and whether it shall stand at all. Raised with every change of mind.
  wanted text not null default 'present',
  payload jsonb not null,
  version integer not null default 1,
  sent_version integer not null default 0,
  message_id text,
  priority integer not null default 0,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  give_up_at timestamptz not null,
  lease_until timestamptz,
  -- Rises with every lease. A sender that wakes up late writes nothing.
  fence bigint not null default 0,
  detected_at timestamptz not null,
  matched_at timestamptz not null,
  queued_at timestamptz not null,
  -- The last attempt, whatever came of it.
  settled_at timestamptz,
  sent_at timestamptz,
  edited_at timestamptz,
  seen_at timestamptz
);

create index deliveries_due on deliveries (priority desc, next_attempt_at, id) where next_attempt_at is not null;
create index deliveries_by_server on deliveries (server_id, queued_at desc, id);
create index deliveries_by_session on deliveries (session_id);
create index deliveries_by_subject on deliveries (owner, subject, queued_at desc);
create index deliveries_by_message on deliveries (message_id) where message_id is not null;
