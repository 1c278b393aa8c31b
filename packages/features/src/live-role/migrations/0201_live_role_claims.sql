-- Claims and holdings of live roles become those of all roles. What members have because of us stays ours.
insert into role_claims (server_id, user_id, role_id, kind, reason, wish, about, reference, made_at)
select server_id, user_id, role_id,
       case source when 'autoLive' then 'live-role/auto' when 'linked' then 'live-role/linked'
                   when 'status' then 'live-role/status' else 'live-role/streamer' end,
       case when source in ('autoLive', 'linked', 'status') then '' else source end,
       'held', about, session_id::text, now()
  from live_role_claims;

-- Another home may have had a claim on the same role of the same member.
insert into role_holdings
  (server_id, user_id, role_id, has_it, is_ours, tries, kind, reason, about, due_at, checked_at)
select server_id, user_id, role_id, has_it, is_ours, tries,
       case reason when 'autoLive' then 'live-role/auto' when 'linked' then 'live-role/linked'
                   when 'status' then 'live-role/status' else 'live-role/streamer' end,
       case when reason in ('autoLive', 'linked', 'status') then '' else reason end,
       about, settle_at, checked_at
  from live_role_holdings
on conflict (server_id, user_id, role_id) do update
  set has_it = role_holdings.has_it or excluded.has_it,
      is_ours = role_holdings.is_ours or excluded.is_ours,
      tries = greatest(role_holdings.tries, excluded.tries),
      due_at = least(role_holdings.due_at, excluded.due_at);

drop table live_role_claims, live_role_holdings, live_role_turns, live_role_news;
