-- 0.5 reads the kind of a Rumble channel from here, and people can go back to it for one release. Nothing of ours does.
alter table streamers add column rumble_type text;

create function kind_of_rumble_channel() returns trigger language plpgsql as $$
begin
  if new.rumble_type is null and new.platform = 'rumble' then
    new.rumble_type := case split_part(new.channel_id, '/', 1) when 'user' then 'user' else 'channel' end;
  end if;
  return new;
end $$;

create trigger streamers_rumble_type before insert on streamers
  for each row execute function kind_of_rumble_channel();

update streamers set rumble_type = case split_part(channel_id, '/', 1) when 'user' then 'user' else 'channel' end
  where platform = 'rumble';
