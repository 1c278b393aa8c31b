-- Few streamers wait until another bot has left the server, and those are looked up every few minutes.
create index streamers_waiting on streamers (server_id) where settings ? 'startsAfter';
