-- The bot was removed from the server when something was due: nothing happens until it is back.
alter table giveaways add column frozen_at timestamptz;
create index giveaways_frozen on giveaways (server_id) where frozen_at is not null;
drop index giveaways_to_start;
drop index giveaways_to_end;
drop index giveaways_drawing;
drop index giveaways_to_claim;
create index giveaways_to_start on giveaways (starts_at) where state = 'scheduled' and frozen_at is null;
create index giveaways_to_end on giveaways (ends_at) where state = 'running' and frozen_at is null;
create index giveaways_drawing on giveaways (closed_at) where state = 'drawing' and frozen_at is null;
create index giveaways_to_claim on giveaways (claim_until) where claim_until is not null and frozen_at is null;
