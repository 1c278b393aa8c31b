-- What rules ask for is ordered like any other role (0200). What is still to be done becomes orders, the newest of each
-- last; what was tried becomes changes, so that Discord's word of them still counts as ours.
insert into role_claims (server_id, user_id, role_id, kind, reason, wish, until, reference, made_at)
select server_id, user_id, role_id, 'linked-roles/rule', because, case when is_given then 'given' else 'taken' end,
       now() + interval '1 day', depth::text, made_at
  from (select distinct on (server_id, user_id, role_id, because) *
          from linked_role_actions where done_at is null
         order by server_id, user_id, role_id, because, id desc) newest
 order by id;

insert into role_holdings (server_id, user_id, role_id, kind, reason, due_at)
select distinct on (server_id, user_id, role_id) server_id, user_id, role_id, kind, reason, now()
  from role_claims where kind = 'linked-roles/rule'
 order by server_id, user_id, role_id, id desc
on conflict (server_id, user_id, role_id) do update set due_at = excluded.due_at;

insert into role_changes (server_id, user_id, role_id, is_given, kind, reason, reference, user_name, made_at, done_at,
                          is_echoed, log, batch)
select server_id, user_id, role_id, is_given, 'linked-roles/rule', because, depth::text, user_id, made_at, done_at,
       is_echoed, case when done_at is not null and not is_told then 'linked-roles' end, batch
  from linked_role_actions where tries > 0 or done_at is not null
 order by id;

drop table linked_role_actions;
drop table linked_role_turns;
