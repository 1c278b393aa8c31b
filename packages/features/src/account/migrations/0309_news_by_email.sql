-- Whoever wants news by mail says so; nobody does by itself.
alter table users add column news_by_email boolean not null default false;
