-- Lines of the staff above every page.
create table notices (
  id bigint generated always as identity primary key,
  text text not null,
  href text,
  severity text not null,
  audience text not null,
  shown_from timestamptz not null,
  shown_until timestamptz
);
