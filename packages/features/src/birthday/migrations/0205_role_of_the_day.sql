-- The role of the day is claimed like any other role (0200). Whoever has it from us keeps it until their day ends, and
-- those whose day has ended meanwhile lose it. `giving`: nobody saw whether the attempt worked.
insert into role_claims (server_id, user_id, role_id, kind, reason, wish, until, made_at)
select server_id, user_id, role_id, 'birthday/day', year::text, 'held', role_until, happened_at
  from birthday_greetings
 where role_state in ('due', 'giving', 'given') and role_until > now();

insert into role_holdings as held (server_id, user_id, role_id, kind, reason, has_it, is_ours, tries, due_at)
select distinct on (server_id, user_id, role_id)
       server_id, user_id, role_id, 'birthday/day', year::text, role_state = 'given', role_state = 'given',
       case when role_state = 'giving' then 1 else 0 end,
       case when role_state <> 'given' or role_until <= now() then now() end
  from birthday_greetings
 where role_state in ('giving', 'given') or (role_state = 'due' and role_until > now())
 order by server_id, user_id, role_id, year desc
on conflict (server_id, user_id, role_id) do update
   set has_it = held.has_it or excluded.has_it,
       is_ours = held.is_ours or excluded.is_ours,
       tries = greatest(held.tries, excluded.tries),
       due_at = coalesce(excluded.due_at, held.due_at);

drop index birthday_greetings_roles;
alter table birthday_greetings drop column role_id, drop column role_until, drop column role_state, drop column role_at;
