-- Stands among the largest servers on the front page, because somebody there wants that.
alter table servers add column is_listed boolean not null default false;
