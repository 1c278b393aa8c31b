-- What role sync has given is claimed from now on, and so is what it was about to give: the next comparison tries that once
-- more. A row without a role may be left of an attempt that Discord refused, so a role that the member has by now is not ours.
insert into role_claims (server_id, user_id, role_id, kind, wish, made_at)
select server_id, user_id, role_id, 'role-sync/standing', 'held', now() from role_sync_holdings;

insert into role_holdings (server_id, user_id, role_id, has_it, is_ours, kind, reason)
select server_id, user_id, role_id, has_it, has_it, 'role-sync/standing', '' from role_sync_holdings
-- Another feature may have brought the same role along.
on conflict (server_id, user_id, role_id) do update
   set has_it = role_holdings.has_it or excluded.has_it, is_ours = role_holdings.is_ours or excluded.is_ours;

drop table role_sync_holdings;
