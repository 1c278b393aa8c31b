-- The hash of a sheet is a message of its own, which Discord dates by its id.
alter table giveaway_draws add column post_id text;
-- Draws that wait for the edited message of an older version have nothing left to wait for.
update giveaway_draws set published_at = now() where sheet is not null and published_at is null and drawn_at is null;
