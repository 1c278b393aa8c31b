-- How long a channel usually waits between two questions. When questions are scarce, the channel goes first that has
-- waited longest in proportion to it.
alter table channels add column usual_wait_ms integer;
