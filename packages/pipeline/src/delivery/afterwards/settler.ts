import { gather } from '@tally/infra/batch';
import { type Ctx, defineJob, minutes } from '@tally/kernel';
import { z } from 'zod';
import { ownerNamed } from '../owner.ts';
import { type Delivered, listDelivered } from '../store/journal.ts';
import { hasLine, type Settled, type Settlement, settleAll } from '../store/line.ts';
import type { Delivery } from '../tables.ts';
import { countOutcomes } from './meters.ts';

const MOST_AT_ONCE = 500;
/** In a burst, outcomes are collected for this long, or up to this number. Their messages are already posted. */
const GATHER_MS = 25;
const ENOUGH = 100;

/**
 * Resolves once the outcome is written. In a burst, outcomes are collected while the previous transaction is written,
 * so the database is not flooded with transactions.
 */
export const settle = gather<Settled>({
  name: 'delivery/outcomes',
  most: MOST_AT_ONCE,
  wait({ timers }, { waiting, beganMs }) {
    const early = beganMs + GATHER_MS - timers.nowMs();
    return early > 0 && waiting < ENOUGH ? timers.pause(early) : null;
  },
  write,
});

/** Writes the outcomes under their rows' fences and queues the jobs that notify the owners, in one transaction. */
async function write(ctx: Ctx, batch: readonly Settled[]): Promise<void> {
  const final = await ctx.db.transaction(async (tx) => {
    const settledIds = await settleAll(tx, batch, ctx.clock.now());
    // When a lost message is found, an edit of it may already be due.
    const isNews = ({ state, nextAttemptAt }: Settlement) => nextAttemptAt === null || state === 'posted';
    const news = batch.filter(({ delivery, settlement }) => isNews(settlement) && settledIds.has(delivery.id));
    const told = [...Map.groupBy(news, ({ delivery }) => delivery.owner)]
      .map(([owner, those]) => wantedBy(ctx, owner, those.map(outcomeOf)))
      .filter((those) => those.length > 0)
      .map(newsOf);
    if (told.length > 0) await ctx.queue.sendMany(notifyOwner, told, { tx, urgency: 'soon' });
    return news;
  });
  countOutcomes(ctx, final);
}

/** The fields of an outcome that an owner needs to decide whether to receive it. */
export type Outcome = Pick<Delivery, 'id' | 'state' | 'reason' | 'kind' | 'subject' | 'sessionId'>;

const outcomeOf = ({ delivery: { id, kind, subject, sessionId, state, reason }, settlement }: Settled): Outcome => ({
  id,
  kind,
  subject,
  sessionId,
  state: settlement.state ?? state,
  reason: settlement.reason === undefined ? reason : settlement.reason,
});

const newsOf = (outcomes: readonly Pick<Outcome, 'id' | 'state'>[]) => ({
  deliveryIds: outcomes.map(({ id }) => id),
  postedIds: outcomes.filter(({ state }) => state === 'posted').map(({ id }) => id),
});

function wantedBy(ctx: Ctx, name: string, outcomes: readonly Outcome[]): readonly Outcome[] {
  const owner = ownerNamed(ctx, name);
  if (!owner?.delivered) return [];
  return owner.hears ? owner.hears(outcomes) : outcomes;
}

const LOOK_AGAIN_SECONDS = 5;
const LONGEST_WAIT_MS = minutes(5);

/**
 * To explain a refusal, an owner may have to query Discord once per server, which would delay the other messages of the
 * fan-out.
 */
const mayWait = ({ state, reason, settledAt }: Delivered, now: Date): boolean =>
  state === 'failed' &&
  reason === 'missingPermission' &&
  settledAt !== null &&
  now.getTime() - settledAt.getTime() < LONGEST_WAIT_MS;

/** States in which the row of a posted message may have a reason: it was edited, or an edit was refused. */
const stoodThen: ReadonlySet<Delivered['state']> = new Set(['edited', 'failed']);

/** Delivery does not know how an owner reacts to an outcome. It only makes sure that the owner receives it. */
export const notifyOwner = defineJob({
  name: 'delivery/tell-owner',
  data: z.object({
    deliveryIds: z.array(z.uuid()).min(1),
    /**
     * The messages that this outcome posted. By the time the owner receives the outcome, the row may have changed
     * again.
     */
    postedIds: z.array(z.uuid()).default([]),
  }),
  concurrency: 4,
  async run(ctx, { deliveryIds, postedIds }) {
    const posted = new Set(postedIds);
    const found = await listDelivered(ctx.db, deliveryIds);
    const all = found.map((each) =>
      stoodThen.has(each.state) && posted.has(each.id) ? { ...each, state: 'posted' as const } : each,
    );
    const later = (await hasLine(ctx.db)) ? all.filter((each) => mayWait(each, ctx.clock.now())) : [];
    if (later.length > 0) await ctx.queue.send(notifyOwner, newsOf(later), { inSeconds: LOOK_AGAIN_SECONDS });
    const deliveries = all.filter((each) => !later.includes(each));
    if (deliveries.length === 0) return;
    const owner = deliveries[0]?.owner;
    try {
      await ownerNamed(ctx, owner)?.delivered?.(ctx, deliveries);
    } catch (error) {
      if (deliveries.length === 1) throw error;
      // Each outcome is sent alone, so a failing one does not delay the others.
      ctx.log.warn({ err: error, owner }, 'an owner could not take outcomes; they are told one by one');
      await ctx.queue.sendMany(
        notifyOwner,
        deliveries.map((each) => newsOf([each])),
      );
    }
  },
});
