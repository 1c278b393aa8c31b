-- The message that is on its way to the channel. The next one is written when it has arrived, so an outage of Discord
-- changes neither their order nor their pace.
alter table audit_log_turns add column writing text;
alter table audit_log_turns add column writing_since timestamptz;
