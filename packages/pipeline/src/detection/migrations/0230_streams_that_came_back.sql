-- A stream may come back within the grace under another id or start: since when the part that runs now has run.
alter table stream_sessions add column resumed_at timestamptz;
