-- What kept the chat from being heard when the platform was last asked; null: nothing.
alter table heard_chats add column trouble text check (trouble in ('refused', 'down'));
