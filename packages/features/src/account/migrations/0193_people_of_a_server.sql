-- Who may manage a server is told in the bell when something there breaks and when it is repaired.
create index user_servers_by_server on user_servers (server_id, user_id);
