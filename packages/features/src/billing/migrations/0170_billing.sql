-- Who is who at Stripe. Who was deleted there gets another customer with the next checkout.
create table stripe_customers (
  user_id text primary key,
  customer_id text unique,
  -- Part of the Idempotency-Key: a new customer needs another one.
  generation integer not null
);

-- The checkout that is open for a server or person: one at a time, however many ask for it at once.
create table checkouts (
  holder text not null,
  holder_id text not null,
  generation integer not null,
  user_id text not null,
  -- What is wanted, as text: the same again gets the same checkout.
  wish text not null,
  session_id text,
  url text,
  expires_at timestamptz not null,
  primary key (holder, holder_id)
);

-- Subscriptions as Stripe told of them last.
create table subscriptions (
  id text primary key,
  customer_id text not null,
  user_id text not null,
  holder text not null check (holder in ('guild', 'user')),
  holder_id text not null,
  status text not null,
  tier_id text,
  is_annual boolean not null,
  -- Cents that a whole period costs, add-ons included.
  price_cents integer not null,
  currency text not null,
  extras jsonb not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  ends_with_period boolean not null,
  created_at timestamptz not null,
  canceled_at timestamptz,
  ended_at timestamptz,
  trial_ends_at timestamptz,
  latest_invoice text,
  affiliate text,
  -- Two checkouts were paid at once: the later one was given back.
  is_duplicate boolean not null default false,
  -- Number of the question whose answer stands here: an older answer that comes late changes nothing.
  answered bigint not null
);
create index subscriptions_by_holder on subscriptions (holder, holder_id);
create index subscriptions_by_user on subscriptions (user_id);
create index subscriptions_by_customer on subscriptions (customer_id);

create sequence billing_questions;

-- Events of Stripe's webhooks, each once.
create table stripe_events (
  id text primary key,
  type text not null,
  subject text not null,
  happened_at timestamptz not null,
  received_at timestamptz not null,
  applied_at timestamptz
);
create index stripe_events_by_time on stripe_events (received_at);
create index stripe_events_waiting on stripe_events (subject) where applied_at is null;

-- Payments that somebody's bank wants back. While one is open or lost, nothing is held for it.
create table stripe_disputes (
  id text primary key,
  subscription_id text not null,
  status text not null
);
create index stripe_disputes_by_subscription on stripe_disputes (subscription_id);
