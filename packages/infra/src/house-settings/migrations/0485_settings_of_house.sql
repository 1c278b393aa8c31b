-- What the setup page stores where the environment sets nothing. Each value is sealed and bound to its name.
create table settings_of_house (
  name text primary key,
  value text not null
);
