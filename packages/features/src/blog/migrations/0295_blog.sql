create table blog_posts (
  id bigint generated always as identity primary key,
  identifier text not null unique,
  -- What readers of feeds know it by, whatever becomes of its address.
  feed_id uuid not null unique,
  title text not null,
  content text not null,
  author_name text not null,
  author_icon text not null,
  thumbnail text,
  tags jsonb not null,
  is_pinned boolean not null,
  is_public boolean not null,
  publish_at timestamptz,
  revision integer not null,
  views integer not null default 0,
  created_at timestamptz not null,
  edited_at timestamptz not null
);
create index blog_posts_read on blog_posts (is_pinned desc, publish_at desc, id desc) where is_public;

-- Where a post stood before: those addresses lead to it for good.
create table blog_old_names (
  identifier text primary key,
  post_id bigint not null references blog_posts (id) on delete cascade
);
create index blog_old_names_of_post on blog_old_names (post_id);

-- How a post stood after each of its last saves.
create table blog_revisions (
  post_id bigint not null references blog_posts (id) on delete cascade,
  revision integer not null,
  text jsonb not null,
  saved_at timestamptz not null,
  saved_by text,
  primary key (post_id, revision)
);
create index blog_revisions_of_user on blog_revisions (saved_by) where saved_by is not null;

create table blog_reactions (
  post_id bigint not null references blog_posts (id) on delete cascade,
  user_id text not null,
  reaction text not null,
  reacted_at timestamptz not null,
  primary key (post_id, user_id)
);
create index blog_reactions_of_user on blog_reactions (user_id);

-- Who has been counted today, as a hash that nobody can undo once the day's salt is gone.
create table blog_viewers (
  day date not null,
  post_id bigint not null references blog_posts (id) on delete cascade,
  viewer text not null,
  primary key (day, post_id, viewer)
);
create index blog_viewers_of_post on blog_viewers (post_id);
create table blog_salts (
  day date primary key,
  salt text not null
);
