-- Votes on top.gg. Those of the older kind of push have no id of their own and get one here.
create table votes (
  id text primary key,
  user_id text not null,
  voted_at timestamptz not null,
  valid_until timestamptz not null,
  -- 2 on weekends.
  weight integer not null check (weight > 0)
);
create index votes_of_user on votes (user_id, voted_at desc);

-- Who wants to be told that they can vote again. Nobody is told unasked.
create table vote_reminders (
  user_id text primary key,
  since timestamptz not null
);
