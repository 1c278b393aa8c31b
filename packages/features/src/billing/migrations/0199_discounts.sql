-- What a promotion code takes off each invoice: {text, cents, endsAt}. Null: nothing.
alter table subscriptions add column discount jsonb;
