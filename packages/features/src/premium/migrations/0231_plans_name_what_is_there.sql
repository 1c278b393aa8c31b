-- The descriptions that we shipped promised giveaways, recordings and media share, which are not there yet (decision
-- 0133). What staff have written since stays.
update plans set description = told.new
  from (values
    ('0cb610ea', 'Notifications, roles and giveaways for a small community.', 'Notifications and roles for a small community.'),
    ('044e5c41', 'More of everything, your own words in every message, recordings for three days.', 'More of everything, and your own words in every message.'),
    ('d63cdc01', 'Your own branding, first in the queue, recordings for two weeks.', 'Your own name and picture on every message, and no votes needed.'),
    ('07553844', 'One Server Premium to carry along, no votes needed, media share and linked roles.', 'One Server Premium to carry along, no votes needed anywhere, and linked roles.')
  ) as told (tier_id, old, new)
 where plans.tier_id = told.tier_id and plans.description = told.old;
