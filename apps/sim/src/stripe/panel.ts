/** Data with which the simulator's page draws this world. */
import type { Action, ActionField, Panel, Subject } from '../actions.ts';
import { calm, failForAWhile } from '../platform/actions.ts';
import { choiceField, numberField, oneOf, textField } from '../platform/fields.ts';
import type { Subscription } from './wire/wire.ts';
import { isFuture, keys, mischiefs, money, nowOf, type StripeWorld } from './world.ts';

const who: ActionField = { name: 'who', label: 'Subscription', kind: 'subject' };

export function describePanel(world: StripeWorld): Panel {
  return {
    title: 'Stripe',
    mark: 'stripe',
    subjects: [...world.subscriptions.values()]
      .toReversed()
      .slice(0, 50)
      .map((each) => describe(world, each)),
    actions: [...checkoutActions(world), ...moneyActions(), ...timeActions(), ...troubleActions()],
    facts: listFacts(world),
  };
}

function describe(world: StripeWorld, subscription: Subscription): Subject {
  const { id, status } = subscription;
  const [first] = subscription.items.data;
  const isRunning = subscription.ended_at === null;
  const total = subscription.items.data.reduce((sum, { price, quantity }) => sum + price.unit_amount * quantity, 0);
  const until = new Date((first?.current_period_end ?? 0) * 1_000).toISOString().slice(0, 10);
  const name = world.products.get(first?.price.product ?? '')?.name ?? id;
  return {
    id,
    name: `${name} · ${id.slice(-6)}`,
    picture: null,
    state: isRunning ? (['active', 'trialing'].includes(status) ? 'live' : 'away') : 'off',
    since: null,
    line: `${status}${subscription.cancel_at_period_end ? ', ends' : ','} ${until} · ${money(total, subscription.currency)}`,
    quick: isRunning
      ? [
          { label: 'Card fails', action: 'set-card', body: { who: id, card: 'is refused' } },
          { label: 'End now', action: 'end-now', body: { who: id } },
        ]
      : [],
  };
}

function checkoutActions(world: StripeWorld): Action[] {
  const open = [...world.sessions.values()].filter((session) => session.status === 'open').toReversed();
  const nameOf = ({ id, amount_total: total, currency }: (typeof open)[number]) =>
    `${money(total ?? 0, currency ?? 'usd')} · ${id.slice(-6)}`;
  const choices = open.map((each) => ({ id: each.id, name: nameOf(each) }));
  const session = oneOf('session', 'Checkout', choices);
  const group = 'Checkout';
  return [
    { name: 'pay', label: 'Pay', group, fields: [session] },
    { name: 'decline', label: 'Try a card that is declined', group, fields: [session] },
    {
      name: 'promotion-code',
      label: 'Make a promotion code',
      group,
      hint: 'Months: 0 means forever, 1 means the first payment.',
      fields: [
        { ...textField('code', 'Code'), value: 'WELCOME20' },
        numberField('percent', 'Percent off', 20),
        numberField('months', 'Months', 3),
        { name: 'expiresInDays', label: 'Expires in days', kind: 'number', isOptional: true },
        { name: 'most', label: 'How often', kind: 'number', isOptional: true },
      ],
    },
  ];
}

const moneyActions = (): Action[] => [
  {
    name: 'set-card',
    label: 'Change the card',
    group: 'Money',
    fields: [who, choiceField('card', 'It', ['works', 'is refused', 'asks each time'])],
  },
  {
    name: 'refund',
    label: 'Refund the latest payment',
    group: 'Money',
    fields: [who, { name: 'amount', label: 'Cents', kind: 'number', isOptional: true }],
  },
  { name: 'dispute', label: 'Dispute the latest payment', group: 'Money', fields: [who] },
  {
    name: 'close-dispute',
    label: 'Decide the dispute',
    group: 'Money',
    fields: [who, choiceField('status', 'Outcome', ['won', 'lost'])],
  },
  { name: 'pause', label: 'Pause a subscription', group: 'Money', fields: [who] },
  { name: 'resume', label: 'Resume a paused subscription', group: 'Money', fields: [who] },
  { name: 'delete-customer', label: 'Delete the customer', group: 'Money', fields: [who] },
];

const timeActions = (): Action[] => [
  {
    name: 'advance',
    label: "Move Stripe's clock forward",
    group: 'Time',
    hint: 'Renewals, failed payments and ends happen at their own times on the way.',
    fields: [numberField('days', 'Days', 31)],
  },
  {
    name: 'after-retries',
    label: 'After the last failed attempt',
    group: 'Time',
    fields: [choiceField('status', 'It is', ['canceled', 'unpaid'])],
  },
];

const troubleActions = (): Action[] => [
  {
    name: 'webhooks',
    label: 'Disturb the next webhooks',
    group: 'Trouble',
    hint: 'Amount: seconds of delay, or extra copies. Shuffle holds them back and sends the newest first.',
    fields: [
      choiceField('do', 'Kind', mischiefs),
      numberField('next', 'How many', 5),
      numberField('amount', 'Amount', 2),
    ],
  },
  {
    name: 'resend',
    label: 'Send the last webhook again',
    group: 'Trouble',
    fields: [numberField('times', 'Times', 1)],
  },
  failForAWhile(['outage', 'limit', 'no rights'], 'Outage: 503. Limit: 429. No rights: the key has no permissions.'),
  {
    name: 'portal',
    label: 'Customer portal settings',
    group: 'Trouble',
    fields: [choiceField('is', 'Are', ['not set up', 'set up'])],
  },
  calm,
];

function listFacts(world: StripeWorld): Panel['facts'] {
  const troubles = [
    isFuture(world, world.faults.outageUntil) ? 'answers 503' : '',
    isFuture(world, world.faults.limitedUntil) ? 'answers 429' : '',
    isFuture(world, world.faults.powerlessUntil) ? 'the key may do nothing' : '',
    ...world.mischief.map((mischief) => `${mischief.kind} next ${mischief.left}`),
    world.held.length > 0 ? `${world.held.length} held back` : '',
  ].filter(Boolean);
  const [last] = world.deliveries;
  const own = [...world.endpoints.values()].find((each) => each.secret === keys.webhookSecret);
  const running = [...world.subscriptions.values()].filter((each) => each.ended_at === null).length;
  return [
    {
      label: 'Clock',
      value: new Date(nowOf(world) * 1_000).toISOString().slice(0, 16).replace('T', ' '),
      isOdd: world.aheadMs > 0,
    },
    { label: 'Subscriptions', value: `${running} running of ${world.subscriptions.size}` },
    {
      label: 'Open checkouts',
      value: String([...world.sessions.values()].filter((each) => each.status === 'open').length),
    },
    { label: 'Webhooks go to', value: own?.url ?? 'not set', isOdd: !own },
    { label: 'Last webhook', value: last ? `${last.type}: ${last.outcome}` : 'none yet' },
    { label: 'Trouble', value: troubles.join(', ') || 'none', isOdd: troubles.length > 0 },
  ];
}
