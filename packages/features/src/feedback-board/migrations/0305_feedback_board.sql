-- What people miss, or what does not work.
create table wishes (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('idea', 'fault')),
  title text not null,
  text text not null,
  user_id text,
  created_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'planned', 'started', 'done', 'declined')),
  why text,
  decided_at timestamptz,
  -- Counted anew with every vote and comment, so that the list is in order without counting.
  votes integer not null default 0,
  comments integer not null default 0,
  merged_into bigint references wishes (id) on delete cascade
);
create index wishes_by_votes on wishes (votes desc, id desc) where merged_into is null;
create index wishes_of_user on wishes (user_id, created_at desc);
create index wishes_merged on wishes (merged_into) where merged_into is not null;

-- Who wants it, once each.
create table wish_votes (
  wish_id bigint not null references wishes (id) on delete cascade,
  user_id text not null,
  primary key (wish_id, user_id)
);
create index wish_votes_of_user on wish_votes (user_id);

-- When somebody wrote, for as long as it counts: whoever deletes what they wrote has written it all the same.
create table wish_writings (
  user_id text not null,
  what text not null check (what in ('wish', 'comment')),
  at timestamptz not null
);
create index wish_writings_of_user on wish_writings (user_id, what, at);

create table wish_comments (
  id bigint generated always as identity primary key,
  wish_id bigint not null references wishes (id) on delete cascade,
  user_id text not null,
  text text not null,
  is_staff boolean not null,
  created_at timestamptz not null
);
create index wish_comments_of_wish on wish_comments (wish_id, id);
create index wish_comments_of_user on wish_comments (user_id, created_at desc);
