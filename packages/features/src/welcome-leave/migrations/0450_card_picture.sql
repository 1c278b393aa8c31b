-- The name of the server's own picture behind its cards. Null: the chosen background.
alter table welcome_leave add column card_picture text;
