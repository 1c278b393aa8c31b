-- The default for new giveaways of a server. A giveaway that stores nothing about it is older and lets its managers enter.
alter table giveaway_settings add column managers_may_enter boolean not null default false;
