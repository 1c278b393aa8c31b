-- The push that brought a stream or video: its time by the platform's clock, and its arrival by ours. Null: we asked.
alter table stream_sessions add column told_at timestamptz, add column arrived_at timestamptz;
alter table videos add column told_at timestamptz, add column arrived_at timestamptz;
