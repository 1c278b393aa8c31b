-- A redraw may replace some winners and leave the others: those who are not replaced stand, whichever draw they won.
alter table giveaway_drawn add column is_replaced boolean not null default false;
update giveaway_drawn d set is_replaced = true
  from giveaways g
 where g.id = d.giveaway_id and d.number < g.draw and d.outcome = 'won' and d.claimed_at is null;
