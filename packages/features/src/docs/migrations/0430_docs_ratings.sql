-- Whether a page of the handbook helped, without the person. With a sentence, the row counts no rating.
create table docs_ratings (
  id bigint generated always as identity primary key,
  section text not null,
  page text not null,
  locale text not null,
  day date not null,
  is_helpful boolean not null,
  sentence text
);
