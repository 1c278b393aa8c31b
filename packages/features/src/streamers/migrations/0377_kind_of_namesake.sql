-- The ids of channels that may share a name are their addresses (`c/ada`), so a column of its own says nothing new.
drop index streamers_by_name;
create unique index streamers_by_name
  on streamers (server_id, platform, coalesce(substring(channel_id from '^[^/]+/'), ''), lower(name));
alter table streamers drop column rumble_type;
