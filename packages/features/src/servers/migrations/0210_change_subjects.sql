alter table server_changes add column subject jsonb, add column is_ours boolean not null default false;

-- Until now the record stood behind a dot in `what`, and nobody's changes were those of the program itself.
-- A value alone stands under the name of its setting now: a text that is all of a jsonb is read as what it looks like.
update server_changes set
  before = case when before is null or jsonb_typeof(before) in ('object', 'null') then before else jsonb_build_object(what, before) end,
  after = case when after is null or jsonb_typeof(after) in ('object', 'null') then after else jsonb_build_object(what, after) end,
  is_ours = user_id is null,
  what = split_part(what, '.', 1),
  subject = case when strpos(what, '.') > 0 then jsonb_build_object(
    'kind', case split_part(what, '.', 1)
      when 'messages' then 'messageType'
      when 'singleMessages' then 'messageType'
      when 'randomMessages' then 'messageType'
      when 'notificationOverrides' then 'priority'
      when 'stickyMessages' then 'channel'
      when 'starboards' then 'channel'
      else 'role'
    end,
    'value', substr(what, strpos(what, '.') + 1),
    'platform', null
  ) end;
