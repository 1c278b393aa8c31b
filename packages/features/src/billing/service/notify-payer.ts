import type { UserId } from '@tally/contract';
import { type Ctx, say, withLocale } from '@tally/kernel';
import { getUserFacts, notify } from '../../account/index.ts';
import { catalogue } from '../../premium/index.ts';
import { findSubscription } from '../store/subscriptions.ts';

export type News = 'paymentFailed' | 'paymentWorked' | 'ended';
const severity = { paymentFailed: 'emergency', paymentWorked: 'info', ended: 'warning' } as const;

/** Adds the news to the payer's bell, in their language. */
export async function notifyPayer(ctx: Ctx, what: News, subscriptionId: string): Promise<void> {
  const row = await findSubscription(ctx.db, subscriptionId);
  if (!row) return;
  const [{ locale }, known] = await Promise.all([getUserFacts(ctx, row.userId as UserId), catalogue(ctx)]);
  const plan = known.byTier.get(row.tierId ?? '')?.name ?? '';
  await notify(withLocale(ctx, locale), row.userId as UserId, {
    severity: severity[what],
    title: say(locale, `billing.${what}Title`, { plan }),
    message: say(locale, `billing.${what}`, { plan }),
    actionUrl: what === 'ended' ? '/premium' : '/manage-subscription',
  });
}
