import type { Ctx } from '@tally/kernel';
import { z } from 'zod';
import { ask, downOf, type Finding, found } from './finding.ts';

const Endpoints = z.object({
  data: z.array(
    z.object({
      url: z.string(),
      status: z.string().default('enabled'),
      enabled_events: z.array(z.string()).default(['*']),
    }),
  ),
});

/** If Stripe does not send one of these events, we notice a payment or its end only at night. */
const neededEvents = [
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'charge.refunded',
];

export async function checkStripe(doors: Pick<Ctx, 'config' | 'http'>): Promise<readonly Finding[] | null> {
  const { stripe, publicApiUrl, PUBLIC_API_URL: isGiven } = doors.config;
  if (!stripe.isReal || stripe.isOff) return null;
  const answer = await ask(doors, {
    world: 'stripe',
    url: `${stripe.apiUrl}/v1/webhook_endpoints`,
    query: { limit: 100 },
    headers: { authorization: `Bearer ${stripe.secretKey}` },
  });
  const down = downOf('Stripe', answer);
  if (down) return [down];
  if (answer.status === 401) return [found('stripeKeyWrong')];
  const list = Endpoints.safeParse('json' in answer ? answer.json : null).data;
  // A restricted key may lack access to webhooks, so we cannot check them. Another check reports a missing URL.
  if (!list || !isGiven) return [];
  const address = `${publicApiUrl}/webhooks/stripe`;
  const own = list.data.filter(({ url }) => url === address);
  if (own.length === 0) return [found('stripeWebhookMissing', { address })];
  const active = own.filter(({ status }) => status === 'enabled');
  if (active.length === 0) return [found('stripeWebhookOff', { address })];
  const told = new Set(active.flatMap((each) => each.enabled_events));
  const missing = told.has('*') ? [] : neededEvents.filter((event) => !told.has(event));
  return missing.length > 0 ? [found('stripeEventsMissing', { events: missing.join(', ') })] : [];
}

/** top.gg has no call to verify a secret, but every top.gg secret has the same prefix. */
export async function checkVotes({ config }: Pick<Ctx, 'config'>): Promise<readonly Finding[] | null> {
  if (config.topgg.isOff || !config.TOPGG_WEBHOOK_SECRET) return null;
  return config.TOPGG_WEBHOOK_SECRET.startsWith('whs_') ? [] : [found('topggSecretWrong')];
}
