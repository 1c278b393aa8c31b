-- How far a recording is put together after each of its pieces, while it is being saved: after a crash it is gone on with from there.
create table vod_marks (
  recording_id text not null references vod_recordings (id) on delete cascade,
  -- Counted from one.
  piece integer not null,
  -- Of the file, up to the end of the piece.
  bytes bigint not null,
  mark jsonb not null,
  primary key (recording_id, piece)
);

-- What it is being made from, and how: marks of something else are of no use.
alter table vod_recordings add column made_from text;
