-- How many messages of each owner stood once and are forgotten: the count of all that were ever posted goes on.
create table forgotten_deliveries (
  owner text primary key,
  posted bigint not null
);
