-- All that was posted in an hour is counted, not only what tells of a stream that begins.
drop index deliveries_by_sent;
create index deliveries_by_sent on deliveries (sent_at desc) where sent_at is not null;
create index deliveries_failed on deliveries (settled_at) where state in ('failed', 'unconfirmed');
