alter table stream_sessions
  -- When its recording is looked for next; null while it runs, and when it was found or given up.
  add column next_recording_at timestamptz,
  add column recording_tries integer not null default 0;

create index stream_sessions_recording_due on stream_sessions (platform, next_recording_at)
  where next_recording_at is not null;
