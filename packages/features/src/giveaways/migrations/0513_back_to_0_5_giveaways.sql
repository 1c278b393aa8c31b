-- 0.5 counts wrong answers here, and people can go back to it for one release. Nothing of ours reads it.
create table giveaway_tries (
  giveaway_id text not null references giveaways (id) on delete cascade,
  user_id text not null,
  wrong integer not null,
  last_at timestamptz not null,
  primary key (giveaway_id, user_id)
);
