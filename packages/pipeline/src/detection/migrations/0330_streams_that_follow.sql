-- Another stream may start when only servers with a short grace have heard of the end.
alter table stream_sessions
  -- The stream that continues this one for servers with a longer grace.
  add column continued_by uuid,
  -- Servers with a longer grace count this stream as a part of the one before it.
  add column longest_grace integer not null default 15;

create index stream_sessions_by_follower on stream_sessions (continued_by) where continued_by is not null;
