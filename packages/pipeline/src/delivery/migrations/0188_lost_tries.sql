-- How often in a row whoever had taken it was lost with it: Discord refused nothing, so such a try is none of the plan's.
alter table deliveries add column lost integer not null default 0;
