-- Wrong answers: codewords, passwords, codes of invitations. A row is worth nothing after `until`.
create table tries (
  -- what is guessed
  about text not null,
  -- a person, or a network under a keyed hash
  who text not null,
  count integer not null,
  until timestamptz not null,
  primary key (about, who)
);

create index tries_until on tries (until);
create index tries_who on tries (who);
