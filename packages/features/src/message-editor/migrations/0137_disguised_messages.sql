-- Few messages appear under another name; a fan-out to many servers asks which.
create index server_messages_disguised on server_messages (type, server_id)
  where list = 'customMessages' and body -> 'webhook' ->> 'enabled' = 'true';
