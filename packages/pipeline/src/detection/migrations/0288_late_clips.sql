-- Since when somebody wants to hear of the clips of a channel: older ones are no news, however late they appear in the list.
alter table channels add column clips_since timestamptz;
-- When the list of a whole day was last gone through.
alter table channels add column clips_combed_at timestamptz;
update channels set clips_since = clips_asked_at;
