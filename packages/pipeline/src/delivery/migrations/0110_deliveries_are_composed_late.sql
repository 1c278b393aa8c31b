-- What a message says is often known only when it is about to be sent: then the owner composes it from its own facts.
alter table deliveries
  -- Null: the owner composes.
  alter column payload drop not null,
  add column about jsonb not null default '{}',
  -- What went to Discord last, and what goes with it. Written before the call, for the case that its reply is lost.
  add column sent jsonb,
  add column identity jsonb,
  add column publish boolean not null default false,
  add column thread text,
  add column attempt_version integer not null default 0,
  add column in_doubt_since timestamptz,
  -- Our webhook through which it stands; null when the bot itself posted it.
  add column webhook_id text,
  -- Which budget may carry it: bot, webhook, or whichever is free first.
  add column lane text not null default 'bot',
  -- Its place among equals: each fan-out takes turns with the others.
  add column turn bigint not null default 0,
  -- False while it is leased, waits for its time, or is done.
  add column in_line boolean not null default false,
  -- What follows a post, each on its own: null, due, done, or why not.
  add column publish_state text,
  add column published_at timestamptz,
  add column thread_state text,
  add column thread_id text,
  add column after_attempts integer not null default 0,
  add column after_at timestamptz;

update deliveries set in_line = true where next_attempt_at is not null;

drop index deliveries_due;
create index deliveries_line on deliveries (priority desc, turn, queued_at, id, lane) where in_line;
create index deliveries_waiting on deliveries (next_attempt_at) where next_attempt_at is not null and not in_line;
create index deliveries_of_channel_under_way on deliveries (channel_id) where next_attempt_at is not null;
create index deliveries_to_follow on deliveries (after_at) where after_at is not null;
create index deliveries_published on deliveries (channel_id, published_at) where published_at is not null;

-- One webhook of ours per channel, for messages under another name.
create table channel_webhooks (
  channel_id text primary key,
  server_id text not null,
  webhook_id text not null,
  -- Encrypted.
  token text not null,
  created_at timestamptz not null
);
create index channel_webhooks_by_server on channel_webhooks (server_id);
