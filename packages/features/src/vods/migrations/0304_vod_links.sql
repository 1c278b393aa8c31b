-- Whether the messages of this server lead to our copy.
alter table vod_keepers add column is_linked boolean not null default false;
create index vod_keepers_mislinked on vod_keepers (recording_id, server_id)
  where (reason is null and allowed_until is not null and not is_linked) or (reason is not null and is_linked);
