-- What people say of their birthday. `next_at` is when the coming one begins (or the running one began) in their zone.
create table birthdays (
  user_id text primary key,
  -- Null once somebody has taken their date away: it still counts as said.
  month integer,
  day integer,
  year integer,
  time_zone text not null,
  leap_day text not null,
  shows_age boolean not null default false,
  last_changed timestamptz not null,
  last_year_congratulated integer,
  next_on date,
  next_at timestamptz
);
create index birthdays_due on birthdays (next_at) where next_at is not null;

-- Which servers may congratulate whom.
create table birthday_places (
  user_id text not null,
  server_id text not null,
  primary key (user_id, server_id)
);
create index birthday_places_of_server on birthday_places (server_id);

create table birthday_settings (
  server_id text primary key,
  enabled boolean,
  channel_id text,
  role_id text,
  ping boolean
);

-- One per person, server and year, whatever the clocks or processes do; with the role for the day.
create table birthday_greetings (
  user_id text not null,
  server_id text not null,
  year integer not null,
  happened_at timestamptz not null,
  -- Why it was not said; null where it was.
  skipped text,
  role_id text,
  role_until timestamptz,
  -- due, giving, given, taken, had (before already), failed
  role_state text,
  -- When to look after the role next; until then whoever took it works on it.
  role_at timestamptz,
  primary key (user_id, server_id, year)
);
create index birthday_greetings_roles on birthday_greetings (role_at) where role_at is not null;
create index birthday_greetings_of_server on birthday_greetings (server_id);
create index birthday_greetings_old on birthday_greetings (happened_at);
