-- Wrong codewords are counted in `tries`. Old counts are dropped: they lasted ten minutes.
drop table giveaway_tries;
