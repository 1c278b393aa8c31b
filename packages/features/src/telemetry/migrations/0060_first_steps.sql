-- What a server or a person has done for the first time, and when they did it last.
create table server_steps (
  server_id text not null,
  step text not null,
  at timestamptz not null,
  primary key (server_id, step)
);

create table user_steps (
  user_id text not null references users (id) on delete cascade,
  step text not null,
  at timestamptz not null,
  primary key (user_id, step)
);
