-- Our own messages come back over the gateway, often before the reply to the call, and when that reply is lost.
alter table deliveries
  -- How such a message is recognised; derived from the key.
  add column nonce text,
  add column sighted_id text,
  -- Somebody deleted it again before we knew that it stood.
  add column sighted_gone boolean not null default false;
