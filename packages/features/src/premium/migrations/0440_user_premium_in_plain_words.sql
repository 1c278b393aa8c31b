-- The catalogue's own words. A description that staff have written stays.
update plans set description = 'One Server Premium for any server, no votes needed, media share and linked roles.'
  where tier_id = '07553844' and description = 'One Server Premium to carry along, no votes needed anywhere, media share and linked roles.';
