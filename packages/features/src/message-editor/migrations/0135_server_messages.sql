-- What a server has written itself: its messages by kind, their variants, and the plain lines of its logs.
create table server_messages (
  server_id text not null,
  -- customMessages, randomMessages or singleMessages
  list text not null,
  type text not null,
  body jsonb not null,
  primary key (server_id, list, type)
);
