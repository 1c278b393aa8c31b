-- Where a server has switched our own branding off.
create table server_branding (
  server_id text primary key,
  -- the names of the switches that are off
  disabled text[] not null
);
