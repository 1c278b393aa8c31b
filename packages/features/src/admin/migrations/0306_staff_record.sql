-- What staff have changed, and whose data they have looked at.
create table staff_deeds (
  id bigint generated always as identity primary key,
  user_id text,
  call text not null,
  about jsonb not null,
  reason text,
  at timestamptz not null
);
create index staff_deeds_of_user on staff_deeds (user_id, id desc);
create index staff_deeds_of_call on staff_deeds (call, id desc);
create index staff_deeds_about_person on staff_deeds ((about->>'userId')) where about ? 'userId';

-- People and servers who may not use the service; whoever they are has the mark in their own row as well.
create table bans (
  kind text not null check (kind in ('person', 'server')),
  subject text not null,
  reason text not null,
  since timestamptz not null,
  until timestamptz,
  by_user text,
  primary key (kind, subject)
);
create index bans_since on bans (since desc, subject);
create index bans_until on bans (until) where until is not null;
