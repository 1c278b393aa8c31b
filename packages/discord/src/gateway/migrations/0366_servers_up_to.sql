-- Up to which event the saved servers are current. Listeners may be further behind: Discord repeats those events, and
-- they must not change the servers a second time.
alter table gateway_shards add column servers_up_to integer;
