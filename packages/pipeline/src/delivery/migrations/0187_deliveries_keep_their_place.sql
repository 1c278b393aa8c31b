-- A row is written four times: waiting, taken, about to be sent, settled. The second and the third change nothing that an
-- index knows of, so with room on the page they stay there and leave the indexes alone. A settled row is about three
-- times as long as a new one (it keeps what was sent), so the room is used in the end.
alter table deliveries set (fillfactor = 30);
