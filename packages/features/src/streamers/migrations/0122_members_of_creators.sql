-- A streamer who belongs to a creator is announced by the creator's one message, not by one of its own.
alter table streamers add column creator_id uuid;

create index streamers_of_creators on streamers (creator_id) where creator_id is not null;
create index streamers_in_creators on streamers (platform, channel_id, id) where creator_id is not null;
