-- How many questions processes that do not lead have asked out of turn, ever since: whoever leads makes up for them.
alter table leads add column borrowed integer not null default 0;
