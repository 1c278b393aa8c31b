-- Most rows are written when their message is about to leave, with what is sent, and once more when it is settled, shorter. Only
-- the messages of large fan-outs still go through the line and grow there. At 30 (see 0187) two rows filled a page.
alter table deliveries set (fillfactor = 60);
