-- Roles for arrivals and rewards waited for their turn as jobs, which nobody runs any more: they become orders. A new
-- database has no jobs yet.
do $$
begin
  if to_regclass('pgboss.job') is null then
    return;
  end if;

  insert into role_claims (server_id, user_id, role_id, kind, reason, wish, until, made_at)
  select data->>'serverId', data->>'userId', data->>'roleId',
         case name when 'starboard/reward' then name else 'welcome-leave/arrival' end, '', 'given',
         now() + interval '1 day', now()
    from pgboss.job
   where name in ('starboard/reward', 'welcome-leave/give-role') and state::text in ('created', 'retry', 'active')
  on conflict do nothing;

  insert into role_holdings (server_id, user_id, role_id, kind, reason, due_at)
  select distinct on (server_id, user_id, role_id) server_id, user_id, role_id, kind, reason, now()
    from role_claims where kind in ('starboard/reward', 'welcome-leave/arrival')
   order by server_id, user_id, role_id, id desc
  on conflict (server_id, user_id, role_id) do update set due_at = excluded.due_at;

  delete from pgboss.job
   where name in ('starboard/reward', 'welcome-leave/give-role', 'linked-roles/settle', 'linked-roles/log');
end
$$;
