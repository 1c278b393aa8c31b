-- What is behind the picture of a greeting. Null: plain.
alter table welcome_leave add column card_background text;
