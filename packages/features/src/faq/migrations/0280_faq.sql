-- One entry in several languages: rows of the same identifier.
create table faq_entries (
  identifier text not null,
  locale text not null,
  question text not null default '',
  answer text not null default '',
  created_at timestamptz not null,
  edited_at timestamptz not null,
  primary key (identifier, locale)
);

-- Whether an answer helped, once a person.
create table faq_ratings (
  identifier text not null,
  user_id text not null,
  is_helpful boolean not null,
  primary key (identifier, user_id)
);
create index faq_ratings_of_user on faq_ratings (user_id);

-- What people asked the staff.
create table faq_questions (
  id bigint generated always as identity primary key,
  user_id text not null,
  locale text not null,
  question text not null,
  asked_at timestamptz not null,
  state text not null check (state in ('open', 'answered', 'ignored')),
  answer text,
  answered_by text,
  answered_at timestamptz
);
create index faq_questions_of_user on faq_questions (user_id, asked_at desc);
create index faq_questions_by_state on faq_questions (state, id desc);

-- What was searched and not found: the words alone, not who searched.
create table faq_missed (
  folded text not null,
  locale text not null,
  question text not null,
  times integer not null,
  last_at timestamptz not null,
  primary key (folded, locale)
);
