-- The bot may not post in the creator's own channel; its owner was told.
alter table creators add column is_room_closed boolean not null default false;
create index creators_closed on creators (server_id) where is_room_closed;
