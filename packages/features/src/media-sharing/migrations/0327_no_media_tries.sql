-- Wrong passwords are counted in `tries`. Old counts are dropped: they lasted ten minutes.
drop table media_tries;
