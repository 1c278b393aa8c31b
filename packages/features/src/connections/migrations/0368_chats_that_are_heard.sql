-- When the platform last agreed to push what is written in a chat. Null: it has only been asked for.
alter table heard_chats add column heard_at timestamptz;
