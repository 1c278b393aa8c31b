-- 0.5 counts wrong passwords here, and people can go back to it for one release. Nothing of ours reads it.
create table media_tries (
  owner_id text not null references media_rooms (owner_id) on delete cascade,
  who text not null,
  wrong integer not null,
  last_at timestamptz not null,
  primary key (owner_id, who)
);
