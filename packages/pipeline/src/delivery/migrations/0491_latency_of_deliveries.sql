-- Set for news from a platform. `told_at`: the platform's time of the push, or of the start if we had to ask.
-- `arrived_at`: the first byte of the push; null if we had to ask. `is_held`: the owner made it wait.
alter table deliveries add column platform text, add column told_at timestamptz, add column arrived_at timestamptz,
  add column is_held boolean not null default false;
-- What was posted or failed on a day has its index; this one finds what owners left out.
create index deliveries_left_out on deliveries (matched_at) where state = 'skipped' and told_at is not null;
