-- Places at which somebody has a role, also one that they had before. What came and went meanwhile is found by the next
-- comparison.
insert into role_claims (server_id, user_id, role_id, kind, wish, made_at)
select server_id, user_id, role_id, 'leaderboards/place', 'held', now() from leaderboard_holdings;

insert into role_holdings (server_id, user_id, role_id, has_it, is_ours, kind, reason)
select server_id, user_id, role_id, true, is_ours, 'leaderboards/place', '' from leaderboard_holdings
-- Another feature may have brought the same role along.
on conflict (server_id, user_id, role_id) do update
   set has_it = true, is_ours = role_holdings.is_ours or excluded.is_ours;

drop table leaderboard_holdings;
drop table leaderboard_turns;
