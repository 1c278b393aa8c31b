-- 0.5 counts wrong codes here, and people can go back to it for one release. Nothing of ours reads it.
create table team_tries (
  who text primary key,
  wrong integer not null,
  since timestamptz not null
);
create index team_tries_since on team_tries (since);
