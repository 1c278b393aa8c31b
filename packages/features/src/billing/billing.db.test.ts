import { createHmac } from 'node:crypto';
import { type ServerId, type SubscriptionStatus, tiers, type UserId } from '@tally/contract';
import type { Payments, Stripe } from '@tally/infra/stripe';
import type { AnyHandledJob } from '@tally/kernel';
import { seededRandom } from '@tally/tests/context';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { premium } from '../premium/index.ts';
import { planOf } from '../servers/index.ts';
import { billing } from './index.ts';
import { jobs } from './jobs.ts';
import { isHeld } from './match.ts';
import { storeEvent } from './service/events.ts';
import { reconcile } from './service/keep.ts';

/**
 * H7: our state equals Stripe's for every order of its events. The simulated Stripe always returns its
 * current state.
 */
const ann = '111111111111111111' as UserId;
const truth = new Map<string, Stripe.Subscription>();
const canceled: string[] = [];
const stripe = {
  subscriptions: {
    retrieve: async (id: string) => structuredClone(truth.get(id)),
    list: async () => ({ data: [...truth.values()].filter((each) => each.status !== 'canceled'), has_more: false }),
    cancel: async (id: string) => {
      canceled.push(id);
      Object.assign(truth.get(id) ?? {}, { status: 'canceled', ended_at: 1 });
    },
  },
  prices: {
    list: async ({ lookup_keys: keys = [] }: { lookup_keys?: string[] }) => ({
      data: keys.map((key) => ({ lookup_key: key, id: key, active: true })),
    }),
  },
  products: { list: async () => ({ data: [] }) },
  invoicePayments: { list: async () => ({ data: [] }) },
} as unknown as Payments;

let world: TestWorld;
const ctx = () => ({ ...world.ctx({ caller: person(ann) }), stripe });
beforeAll(async () => {
  world = await testWorld({ features: [billing, premium] });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  truth.clear();
  canceled.length = 0;
  await world.db.execute(
    `insert into users (id, username, discriminator, created_at, last_login_at) values ('${ann}', 'ann', '0', now(), now())`,
  );
});

const serverOf = (order: number): ServerId => `9000000000${String(order).padStart(8, '0')}` as ServerId;

interface Facts {
  readonly status?: SubscriptionStatus;
  readonly tier?: string;
  readonly connections?: number;
  readonly created?: number;
}

function subscription(
  id: string,
  holderId: string,
  { status = 'incomplete', tier = tiers.ServerPremium, connections = 0, created = 1_700_000_000 }: Facts = {},
): Stripe.Subscription {
  const item = (metadata: object, quantity: number) => ({
    id: `si_${id}${quantity}`,
    quantity,
    current_period_start: created,
    current_period_end: created + 2_592_000,
    price: { unit_amount: 500, metadata, recurring: { interval: 'month' } },
  });
  return {
    id,
    status,
    customer: 'cus_1',
    currency: 'usd',
    created,
    start_date: created,
    items: {
      data: [
        item({ tier }, 1),
        ...(connections > 0 ? [item({ addon: 'KickConnections', step: '10' }, connections / 10)] : []),
      ],
    },
    discounts: [],
    latest_invoice: `in_${id}`,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    trial_end: null,
    metadata: { userId: ann, holder: 'guild', holderId },
  } as unknown as Stripe.Subscription;
}

/** The seven events in the life of a subscription, each with the resulting state. */
const life: readonly { type: string; after: Facts & { status: SubscriptionStatus } }[] = [
  { type: 'customer.subscription.created', after: { status: 'incomplete' } },
  { type: 'invoice.paid', after: { status: 'active' } },
  { type: 'checkout.session.completed', after: { status: 'active' } },
  {
    type: 'customer.subscription.updated',
    after: { status: 'active', tier: tiers.ServerPremiumPlus, connections: 20 },
  },
  { type: 'invoice.payment_failed', after: { status: 'past_due', tier: tiers.ServerPremiumPlus, connections: 20 } },
  { type: 'invoice.paid', after: { status: 'active', tier: tiers.ServerPremiumPlus, connections: 20 } },
  { type: 'customer.subscription.deleted', after: { status: 'canceled', tier: tiers.ServerPremiumPlus } },
];

function letter(id: string, type: string, subscriptionId: string): Stripe.Event {
  const object = type.startsWith('invoice.')
    ? { id: 'in_1', parent: { subscription_details: { subscription: subscriptionId } } }
    : type.startsWith('checkout.')
      ? { id: 'cs_1', subscription: subscriptionId }
      : { id: subscriptionId };
  return { id, type, created: 1_700_000_000, data: { object } } as unknown as Stripe.Event;
}

it('300 lives in 300 orders, with duplicates, interrupted anywhere: our plans match Stripe', async () => {
  const random = seededRandom(7);
  // Both databases apply the same rules, so only one of them tests every order.
  const lives = process.env['TEST_DB'] === 'postgres' ? 40 : 300;
  for (let order = 0; order < lives; order += 1) {
    const id = `sub_${order}`;
    const server = serverOf(order);
    const stopsAfter = 1 + random.int(life.length);
    const steps = life.slice(0, stopsAfter);
    const letters = steps.map(({ type }, place) => ({ place, event: letter(`evt_${order}_${place}`, type, id) }));
    // Only deliveries through the webhook are repeated, because the webhook drops the repeats.
    const again = order % 10 === 0 ? letters.filter(() => random.int(2) === 0) : [];
    const mixed = [...letters, ...again]
      .map((each) => ({ ...each, weight: random.int(1_000_000) }))
      .toSorted((one, other) => one.weight - other.weight);
    // Stripe's state is at least as new as the event that arrives; otherwise any order is possible.
    let done = 0;
    for (const { place, event } of mixed) {
      done = Math.max(done, place + 1);
      truth.set(id, subscription(id, server, steps[done - 1]?.after));
      if (order % 10 === 0) await deliver(event);
      else await workOff(id);
    }
    const last = steps.at(-1)?.after;
    const plan = await planOf(ctx(), server);
    const held = last && isHeld(last.status) ? (last.tier ?? tiers.ServerPremium) : tiers.ServerFree;
    expect([order, plan.tier, plan.additional.additionalKickConnections]).toEqual([
      order,
      held,
      held === tiers.ServerFree ? 0 : (last?.connections ?? 0),
    ]);
  }
});

/** Delivers an event through the webhook, then runs the queued job. The webhook ignores a repeated event. */
async function deliver(event: Stripe.Event): Promise<void> {
  world.queued.length = 0;
  const { config } = ctx();
  const body = JSON.stringify(event);
  const seconds = Math.floor(world.clock.now().getTime() / 1_000);
  const signature = createHmac('sha256', config.stripe.webhookSecret).update(`${seconds}.${body}`).digest('hex');
  const headers = { 'stripe-signature': `t=${seconds},v1=${signature}` };
  const answer = await storeEvent(ctx(), { method: 'POST', headers, query: {}, rawBody: Buffer.from(body) });
  expect(answer.status).toBe(200);
  await work();
}

/** Skips the webhook, which would double the duration of the test. */
const workOff = async (subject: string): Promise<void> => await run('billing/apply-event', { subject });

async function run(name: string, data: unknown): Promise<void> {
  const job = (jobs as readonly AnyHandledJob[]).find((each) => each.name === name);
  await job?.run(ctx(), data, { jobId: '1', attempt: 1, signal: new AbortController().signal });
}

async function work(): Promise<void> {
  for (let next = world.queued.shift(); next; next = world.queued.shift()) {
    const { name, data } = next;
    if (['billing/apply-event', 'billing/return-duplicate'].includes(name)) await run(name, data);
  }
}

it('a late old answer changes nothing', async () => {
  const server = serverOf(1);
  truth.set('sub_1', subscription('sub_1', server, { status: 'active' }));
  const slow = Promise.withResolvers<void>();
  const retrieve = stripe.subscriptions.retrieve.bind(stripe.subscriptions);
  const old = structuredClone(truth.get('sub_1'));
  const asked = Promise.withResolvers<void>();
  Object.assign(stripe.subscriptions, {
    retrieve: async () => {
      asked.resolve();
      await slow.promise;
      return old;
    },
  });
  const late = workOff('sub_1');
  await asked.promise;
  Object.assign(stripe.subscriptions, { retrieve });
  truth.set('sub_1', subscription('sub_1', server, { status: 'canceled' }));
  truth.set('sub_2', subscription('sub_2', server, { status: 'active', tier: tiers.ServerPremiumPlus }));
  await deliver(letter('evt_1', 'customer.subscription.deleted', 'sub_1'));
  await deliver(letter('evt_2', 'customer.subscription.created', 'sub_2'));
  slow.resolve();
  await late;
  expect((await planOf(ctx(), server)).tier).toBe(tiers.ServerPremiumPlus);
});

it('paid twice at once: the first one counts, the second one is cancelled and refunded', async () => {
  const server = serverOf(2);
  truth.set('sub_a', subscription('sub_a', server, { status: 'active' }));
  truth.set(
    'sub_b',
    subscription('sub_b', server, { status: 'active', tier: tiers.ServerPremiumPlus, created: 1_700_000_001 }),
  );
  await deliver(letter('evt_b', 'customer.subscription.created', 'sub_b'));
  await deliver(letter('evt_a', 'customer.subscription.created', 'sub_a'));
  expect(canceled).toEqual(['sub_b']);
  expect((await planOf(ctx(), server)).tier).toBe(tiers.ServerPremium);
});

it('a subscription that our checkout did not create gives nothing', async () => {
  const server = serverOf(3);
  truth.set('sub_x', { ...subscription('sub_x', server, { status: 'active' }), metadata: {} });
  await deliver(letter('evt_x', 'customer.subscription.created', 'sub_x'));
  // A subscription whose metadata claims to be ours, but whose price is not.
  const forged = subscription('sub_y', server, {
    status: 'active',
    tier: tiers.UserPremium,
  });
  truth.set('sub_y', forged);
  await deliver(letter('evt_y', 'customer.subscription.created', 'sub_y'));
  expect(await planOf(ctx(), server)).toMatchObject({ tier: tiers.ServerFree, isPremium: false });
});

it('the nightly comparison adds missed subscriptions, and ends those that are over', async () => {
  const [one, two] = [serverOf(4), serverOf(5)];
  truth.set('sub_1', subscription('sub_1', one, { status: 'active' }));
  await reconcile(ctx());
  truth.set('sub_2', subscription('sub_2', two, { status: 'trialing' }));
  Object.assign(truth.get('sub_1') ?? {}, { status: 'canceled' });
  expect(await reconcile(ctx())).toBe(2);
  expect((await planOf(ctx(), one)).tier).toBe(tiers.ServerFree);
  expect((await planOf(ctx(), two)).tier).toBe(tiers.ServerPremium);
});

it('a person who deletes their account stops paying and has no plan', async () => {
  const server = serverOf(6);
  truth.set('sub_1', subscription('sub_1', server, { status: 'active' }));
  await world.db.execute(`insert into stripe_customers values ('${ann}', 'cus_1', 1)`);
  await deliver(letter('evt_1', 'customer.subscription.created', 'sub_1'));
  expect(await billing.exportUser(ctx(), ann)).toMatchObject({
    stripeCustomer: 'cus_1',
    subscriptions: [{ id: 'sub_1' }],
  });
  world.queued.length = 0;
  await billing.forgetUser(ctx(), ann);
  await world.db.execute(`delete from users`);
  expect(world.queued).toContainEqual({ name: 'billing/remove-customer', data: { customerId: 'cus_1' } });
  expect((await planOf(ctx(), server)).tier).toBe(tiers.ServerFree);
  Object.assign(truth.get('sub_1') ?? {}, { status: 'canceled' });
  await deliver(letter('evt_2', 'customer.subscription.deleted', 'sub_1'));
  expect(await billing.exportUser(ctx(), ann)).toEqual({});
});
