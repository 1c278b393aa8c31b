-- Answers of POST calls, kept by the caller's Idempotency-Key, so that a repeated call has no second effect.
create table idempotency_keys (
  caller text not null,
  key text not null,
  request_hash text not null,
  -- null while the first call is still being answered
  status integer,
  body text,
  claimed_at timestamptz not null,
  -- an unanswered claim is free again from here on: its process died
  lease_until timestamptz not null,
  expires_at timestamptz not null,
  primary key (caller, key)
);

create index idempotency_keys_expires_at on idempotency_keys (expires_at);
