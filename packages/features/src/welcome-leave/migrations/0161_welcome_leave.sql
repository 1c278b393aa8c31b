-- How a server greets who comes, and tells of who goes.
create table welcome_leave (
  server_id text primary key,
  welcome_enabled boolean,
  welcome_channel_id text,
  welcome_card boolean,
  welcome_ping boolean,
  welcome_trigger text,
  welcome_role_id text,
  leave_enabled boolean,
  leave_channel_id text,
  leave_card boolean
);

-- Who came and went last, so that the same coming or going is never told twice. Only of servers that greet.
create table arrivals (
  server_id text not null,
  user_id text not null,
  -- Null: they came before anybody counted.
  joined_at timestamptz,
  -- waiting (for the rules to be accepted), here, left
  state text not null,
  changed_at timestamptz not null,
  primary key (server_id, user_id)
);
create index arrivals_of_user on arrivals (user_id);
create index arrivals_recent on arrivals (server_id, changed_at);
create index arrivals_left on arrivals (changed_at) where state = 'left';
