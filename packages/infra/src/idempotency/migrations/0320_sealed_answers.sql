-- Answers are sealed from here on. Older ones are at most a day old, and could not be opened.
DELETE FROM idempotency_keys WHERE body <> '';
