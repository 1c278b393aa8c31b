-- How badly an incident affects its components. Those noticed by ourselves are complete outages of a component.
alter table incidents add column impact text not null default 'degraded';
update incidents set impact = 'major' where cause is not null;
