-- The first of the line that may be taken: `claimDue` in store/line.ts says what that means.
--
-- The planner knows of the line what it was when the table was last looked at, which is mostly: nobody waits. Then it reads
-- and sorts all that wait for each bite, thousands of rows for a few dozen. The index has them in their order already, so
-- here it may not sort. Nor is it worth compiling anything (jit) for such a look.
create function deliveries_in_front(lanes text[], at timestamptz, most integer) returns setof uuid
  language plpgsql volatile rows 100
  set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off set jit = off
as $$
begin
  -- Trap: as `not exists` the look at the channel becomes a join over the whole line, a hundred times as slow when many
  -- wait. As a value it is looked up for those at the front only.
  return query
    select d.id from deliveries d
     where d.in_line and d.lane = any(lanes) and (d.lease_until is null or d.lease_until <= at)
       and (
         select 1 from deliveries o
          where o.channel_id = d.channel_id and o.next_attempt_at is not null and o.id <> d.id
            and (o.lease_until > at
                 or (o.in_line and (-o.priority, o.turn, o.queued_at, o.id) < (-d.priority, d.turn, d.queued_at, d.id)))
          limit 1) is null
     order by d.priority desc, d.turn, d.queued_at, d.id
     limit most for update of d skip locked;
end
$$;
