-- Where the messages about streamers that are added later go, and whom they ping, unless something else is chosen.
alter table servers add column new_streamer_channel_id text;
alter table servers add column new_streamer_ping_role_id text;
