import { type Addon, addons, defaultLocale, type Holder, type ServerId, type UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { callStripe, isMissing, type Stripe } from '@tally/infra/stripe';
import { type Ctx, say } from '@tally/kernel';
import { holdPerson, personChanged } from '../../account/index.ts';
import { type Catalogue, catalogue, entitle } from '../../premium/index.ts';
import { noteServerStep, noteUserStep, remember } from '../../telemetry/index.ts';
import { findDuplicates, findMain, isHeld, isRunning } from '../match.ts';
import { readSubscription } from '../render.ts';
import {
  findSubscription,
  isDisputed,
  listOfHolder,
  lockHolder,
  markDuplicate,
  nextQuestion,
  noteAnswer,
  saveSubscription,
} from '../store/subscriptions.ts';
import type { SubscriptionRow } from '../tables.ts';
import { returnDuplicate, tell } from './queue.ts';

/** Stripe includes items by default, but discounts only on request. */
export const IN_FULL = ['discounts.source.coupon.applies_to'];

/**
 * Loads a subscription from Stripe and applies it here. Webhooks, our own changes and the nightly comparison all end
 * here.
 */
export async function applySubscription(ctx: Ctx, id: string): Promise<SubscriptionRow | null> {
  const answered = await nextQuestion(ctx.db);
  const raw = await callStripe(ctx, async (stripe) => {
    try {
      return await stripe.subscriptions.retrieve(id, { expand: IN_FULL });
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  });
  if (raw) return await applyAnswer(ctx, raw, answered);
  const known = await findSubscription(ctx.db, id);
  if (!known || !isRunning(known)) return known;
  return await settle(ctx, { ...known, status: 'canceled', endedAt: ctx.clock.now(), answered });
}

/** Applies a subscription that Stripe returned. Draw the number `answered` before calling Stripe. */
export async function applyAnswer(
  ctx: Ctx,
  raw: Stripe.Subscription,
  answered: number,
): Promise<SubscriptionRow | null> {
  const row = readSubscription(raw, { answered, isAddon });
  if (!row) {
    ctx.log.warn(
      { subscription: raw.id },
      'Stripe has a subscription from another source than our checkout; it is ignored.',
    );
    return null;
  }
  return await settle(ctx, row);
}

const isAddon = (name: string): name is Addon => (addons as readonly string[]).includes(name);

async function settle(ctx: Ctx, row: SubscriptionRow): Promise<SubscriptionRow> {
  const known = await catalogue(ctx);
  const { former, isNew } = await ctx.db.transaction(async (tx) => {
    await lockHolder(tx, row.holder, row.holderId);
    const before = await findSubscription(tx, row.id);
    // A later call to Stripe has already stored a newer state.
    if (before && before.answered > row.answered) return { former: before, isNew: false };
    // A late payment event must not restore a deleted person.
    if (!before && !(await holdPerson(tx, row.userId as UserId))) return { former: null, isNew: false };
    const isSame = before !== null && factsOf(before) === factsOf(row);
    if (isSame) {
      await noteAnswer(tx, row.id, row.answered);
      return { former: before, isNew: false };
    }
    await saveSubscription(tx, row);
    await settleHolder(ctx, tx, { holder: row.holder, holderId: row.holderId, known });
    await notifyAboutChange(ctx, tx, before, row);
    return { former: before, isNew: true };
  });
  if (isNew) await personChanged(ctx, row.userId as UserId);
  if (isNew && isHeld(row.status) && !(former && isHeld(former.status))) await celebrate(ctx, row);
  return row;
}

const factsOf = (row: SubscriptionRow): string => JSON.stringify({ ...row, answered: 0, isDuplicate: false });

/** Gives the server or person the plan that they pay for. */
export async function settleHolder(
  ctx: Ctx,
  tx: Db,
  { holder, holderId, known }: { holder: Holder; holderId: string; known: Catalogue },
): Promise<void> {
  const rows = await listOfHolder(tx, holder, holderId);
  for (const twice of findDuplicates(rows)) {
    if (twice.isDuplicate) continue;
    await markDuplicate(tx, twice.id);
    await ctx.queue.send(returnDuplicate, { subscriptionId: twice.id }, { tx, singletonKey: twice.id });
  }
  const main = findMain(rows);
  const isOurs = main !== null && isHeld(main.status) && !(await isDisputed(tx, main.id));
  await entitle(ctx, tx, {
    key: { holder, holderId, source: 'stripe', sourceId: '' },
    grant: isOurs ? { tierId: main.tierId, extras: main.extras } : null,
    known,
  });
}

async function notifyAboutChange(
  ctx: Ctx,
  tx: Db,
  before: SubscriptionRow | null,
  row: SubscriptionRow,
): Promise<void> {
  const what = newsOf(before, row);
  if (what) await ctx.queue.send(tell, { what, subscriptionId: row.id }, { tx, singletonKey: `${row.id} ${what}` });
}

function newsOf(
  before: SubscriptionRow | null,
  row: SubscriptionRow,
): 'paymentFailed' | 'paymentWorked' | 'ended' | null {
  if (row.isDuplicate || before?.isDuplicate) return null;
  const hasTrouble = (status: string | undefined) => status === 'past_due' || status === 'unpaid';
  if (hasTrouble(row.status) && !hasTrouble(before?.status)) return 'paymentFailed';
  if (row.status === 'active' && hasTrouble(before?.status)) return 'paymentWorked';
  return before && isRunning(before) && !isRunning(row) && before.status !== 'incomplete' ? 'ended' : null;
}

/** Runs after the purchase is stored, because a failure here must not undo it. */
async function celebrate(ctx: Ctx, row: SubscriptionRow): Promise<void> {
  await noteUserStep(ctx, row.userId as UserId, 'didBuyPremium');
  if (row.holder === 'guild') await noteServerStep(ctx, row.holderId as ServerId, 'didBuyPremium');
  await remember(ctx, { type: 'premium', message: say(defaultLocale, 'billing.somebodyBought') });
}
