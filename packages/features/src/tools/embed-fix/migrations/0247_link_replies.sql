-- Servers in which links to Kick are answered with ones that show more.
create table link_replies (
  server_id text primary key,
  is_on boolean not null
);
