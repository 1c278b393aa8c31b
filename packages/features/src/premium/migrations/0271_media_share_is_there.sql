-- Media share is built. What staff have written themselves stays.
update plans set description = 'One Server Premium to carry along, no votes needed anywhere, media share and linked roles.'
  where tier_id = '07553844' and description = 'One Server Premium to carry along, no votes needed anywhere, and linked roles.';
