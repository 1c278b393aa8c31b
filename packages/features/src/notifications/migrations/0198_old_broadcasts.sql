-- What is long over is forgotten, the oldest first.
create index creator_broadcasts_closed on creator_broadcasts (closed_at) where closed_at is not null;
