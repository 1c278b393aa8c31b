-- When a published message was edited within the last hour (epoch milliseconds): Discord takes few such edits.
alter table deliveries add column recent_edits jsonb not null default '[]';
