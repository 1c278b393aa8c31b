-- Channels whose names show numbers. Discord allows two new names in ten minutes, so only the newest one waits.
create table stat_counters (
  channel_id text primary key,
  server_id text not null,
  kind text not null check (kind in ('followers', 'liveUpdates', 'members')),
  -- Null: about the server itself.
  streamer_id uuid,
  -- What it is called, as far as we know, and what it should be called.
  shown text not null,
  wanted text not null,
  -- When we asked for its last new names.
  renamed_at timestamptz[] not null default '{}',
  -- When to give it the newest name. Null: it has it, or rests.
  due_at timestamptz,
  paused_by text check (paused_by in ('permissions', 'channelGone', 'refused')),
  paused_at timestamptz,
  created_at timestamptz not null
);
create unique index stat_counters_once on stat_counters (server_id, kind, coalesce(streamer_id::text, ''));
create index stat_counters_by_streamer on stat_counters (streamer_id);
create index stat_counters_due on stat_counters (due_at) where due_at is not null;
