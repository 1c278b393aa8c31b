-- Giveaways, kept recordings and media share are not built yet. What staff have written themselves stays.
update plans set description = 'Notifications and roles for a small community.'
  where tier_id = '0cb610ea' and description = 'Notifications, roles and giveaways for a small community.';
update plans set description = 'More of everything, and your own words in every message.'
  where tier_id = '044e5c41' and description = 'More of everything, your own words in every message, recordings for three days.';
update plans set description = 'Your own name and picture on every message, and no votes needed.'
  where tier_id = 'd63cdc01' and description = 'Your own branding, first in the queue, recordings for two weeks.';
update plans set description = 'One Server Premium to carry along, no votes needed anywhere, and linked roles.'
  where tier_id = '07553844' and description = 'One Server Premium to carry along, no votes needed, media share and linked roles.';
