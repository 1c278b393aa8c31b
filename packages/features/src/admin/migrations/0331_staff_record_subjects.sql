-- A line of the staff record names its thing and says what changed. Reads of people and servers have lines too.
alter table staff_deeds
  add column title text,
  add column href text,
  add column person_id text,
  add column server_id text,
  add column changes jsonb not null default '[]',
  -- Only of reads: the hour in which the same read gets no second line.
  add column hour timestamptz;

update staff_deeds set person_id = about->>'userId' where about ? 'userId';
update staff_deeds set person_id = about->>'id' where about->>'kind' = 'person' or about->>'type' = 'user';
update staff_deeds set server_id = about->>'id' where about->>'kind' = 'server' or about->>'type' = 'guild';

create unique index staff_deeds_once_an_hour on staff_deeds (user_id, call, about, hour) where hour is not null;
create index staff_deeds_of_person on staff_deeds (person_id) where person_id is not null;
create index staff_deeds_by_time on staff_deeds (at);
drop index staff_deeds_about_person;
