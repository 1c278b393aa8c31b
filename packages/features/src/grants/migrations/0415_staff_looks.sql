-- A member of staff may read the dashboard of a server for a while. The staff record keeps the reason.
create table staff_looks (
  user_id text not null,
  server_id text not null,
  until timestamptz not null,
  primary key (user_id, server_id)
);
