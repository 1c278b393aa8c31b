-- A sticky that is off keeps its settings, and its message stays where it is.
alter table sticky_messages add column enabled boolean not null default true;
