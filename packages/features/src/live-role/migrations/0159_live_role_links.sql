-- Linked Twitch accounts, by which live roles go where Discord does not tell of presences.
create table live_role_links (
  user_id text primary key,
  channel_id text not null,
  name text not null,
  display_name text not null,
  -- Detection follows the channel on our behalf.
  is_watched boolean not null default false
);
