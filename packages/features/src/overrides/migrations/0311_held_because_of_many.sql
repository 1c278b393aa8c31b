-- Why it waits: it came during quiet hours, or together with many others.
alter table held_notifications add column cause text not null default 'quietHours';
