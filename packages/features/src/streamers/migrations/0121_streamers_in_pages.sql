-- A fan-out reads everybody who follows a channel page by page, in the order of their ids.
drop index streamers_by_channel;
create index streamers_by_channel on streamers (platform, channel_id, id);

-- Few messages appear under another name; a fan-out to many servers asks which.
create index streamer_messages_disguised on streamer_messages (type, streamer_id)
  where body -> 'webhook' ->> 'enabled' = 'true';
