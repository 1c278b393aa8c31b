-- The newest messages, whoever they were for: how fast they were is shown to everybody.
create index deliveries_by_sent on deliveries (sent_at desc) where sent_at is not null and kind = 'live';
