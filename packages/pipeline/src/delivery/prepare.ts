import { isDeepStrictEqual } from 'node:util';
import { hasPermission, missingFor } from '@tally/discord/permissions';
import { type Ctx, seconds } from '@tally/kernel';
import { type Composition, composeAll } from './compose.ts';
import { isInDoubt, mayRepeat, settledBySight } from './doubt.ts';
import { type Hooks, loadHooks } from './identity.ts';
import { isSuspect, standBack } from './plan.ts';
import { type FindRights, loadRights, type Rights } from './rights.ts';
import { type Departure, rememberDepartures } from './store/departures.ts';
import type { Settlement } from './store/line.ts';
import type { Delivery } from './tables.ts';

/** What to do about a row that was taken. */
export type Step =
  | { readonly kind: 'settled'; readonly delivery: Delivery; readonly settlement: Settlement }
  | { readonly kind: 'remove'; readonly delivery: Delivery }
  /** Sent before, and the reply was lost. */
  | { readonly kind: 'lookUp'; readonly delivery: Delivery }
  | ({ readonly kind: 'send'; readonly version: number } & Departure);

export interface Batch {
  readonly steps: readonly Step[];
  readonly rights: FindRights;
  readonly hooks: Hooks;
}

/** What the gateway told may be a few seconds old, so what is missing must be missing twice. */
const LOOK_AGAIN_MS = seconds(7);

/** What was decided about a whole batch; what goes out is written down in one statement. */
export async function prepare(ctx: Ctx, claimed: readonly Delivery[], route: 'bot' | 'webhook'): Promise<Batch> {
  const batch = await decide(ctx, claimed, route);
  const ours = await rememberDepartures(ctx.db, batch.steps.filter(isDeparture), ctx.clock.now());
  // Somebody else took the row meanwhile: it is theirs.
  return { ...batch, steps: batch.steps.filter((step) => !isDeparture(step) || ours.has(step.delivery.id)) };
}

/** A repetition is written down already. */
export const isDeparture = (step: Step): step is Extract<Step, { kind: 'send' }> =>
  step.kind === 'send' && step.version === step.delivery.version;

/** Each owner is asked once for all. Nothing is written. */
export async function decide(ctx: Ctx, rows: readonly Delivery[], route: 'bot' | 'webhook'): Promise<Batch> {
  const now = ctx.clock.now();
  const early = new Map(rows.map((row) => [row, withoutWords(ctx, row, now)]));
  // A repetition is composed too, only to see whether it may still ping whom it pings.
  const worded = rows.filter((row) => (early.get(row)?.kind ?? 'send') === 'send');
  const [rights, composed] = await Promise.all([loadRights(ctx, rows), composeAll(ctx, worded)]);
  const planned = rows.map((row): Step => {
    const step = early.get(row);
    if (!step) return stepOf(row, composed.get(row) as Composition, { route, now });
    return step.kind === 'send' ? stillMeant(step, composed.get(row) as Composition) : step;
  });
  const hooks = await loadHooks(
    ctx,
    planned.filter(mayUseHook).map((step) => step.delivery),
  );
  const steps = planned.map((step) => permitted(step, { rights, hooks, now }));
  return { steps, rights, hooks };
}

/** Everything that can be said of a row without its owner. Null: the owner has to say what it says. */
function withoutWords(ctx: Ctx, row: Delivery, now: Date): Step | null {
  const isLate = now > row.giveUpAt;
  const seen = isInDoubt(row) ? settledBySight(row, now) : null;
  if (seen) return settled(row, seen);
  if (isSuspect(row)) {
    ctx.log.warn({ delivery: row.id, lost: row.lost }, 'senders were lost with a message again and again; it waits');
    return settled(row, isLate ? giveUp(row) : { nextAttemptAt: standBack(row, ctx) });
  }
  if (isInDoubt(row)) {
    return mayRepeat(row, now) && !isLate && row.wanted === 'present'
      ? repetition(row)
      : { kind: 'lookUp', delivery: row };
  }
  if (isLate) return settled(row, giveUp(row));
  return row.wanted === 'absent' ? { kind: 'remove', delivery: row } : null;
}

const settled = (delivery: Delivery, settlement: Settlement): Step => ({ kind: 'settled', delivery, settlement });

/** The very same message under the same nonce; what changed since then follows as an edit. */
function repetition(delivery: Delivery): Step {
  const { sent, identity, publish, thread, attemptVersion: version } = delivery;
  if (!sent) return { kind: 'lookUp', delivery };
  return { kind: 'send', delivery, payload: sent, identity, publish, thread, version, lane: 'bot', isNew: true };
}

/**
 * Should the first attempt not have arrived, its repetition pings. Where the owner wants other pings by now, or no message
 * at all, it is looked for instead: one that is surely not there is composed anew.
 */
function stillMeant(step: Extract<Step, { kind: 'send' }>, composition: Composition): Step {
  const isMeant =
    composition.kind === 'wait' ||
    (composition.kind === 'send' &&
      isDeepStrictEqual(composition.payload.allowed_mentions, step.payload.allowed_mentions));
  return isMeant ? step : { kind: 'lookUp', delivery: step.delivery };
}

function stepOf(delivery: Delivery, composition: Composition, about: { route: 'bot' | 'webhook'; now: Date }): Step {
  switch (composition.kind) {
    case 'wait':
      return settled(delivery, { nextAttemptAt: composition.until, attempts: delivery.attempts - 1 });
    case 'skip':
      // What stands keeps standing as it is.
      if (delivery.messageId) return settled(delivery, { sentVersion: delivery.version, nextAttemptAt: null });
      return settled(delivery, {
        state: 'skipped',
        reason: composition.reason,
        reasonValues: { ...composition.values },
        nextAttemptAt: null,
      });
    case 'send': {
      const identity = composition.identity ?? null;
      return {
        kind: 'send',
        delivery,
        version: delivery.version,
        payload: composition.payload,
        identity,
        publish: composition.publish ?? false,
        thread: composition.thread ?? null,
        lane: identity ? 'webhook' : about.route,
        isNew: delivery.messageId === null,
      };
    }
    default:
      return composition satisfies never;
  }
}

const mayUseHook = (step: Step): boolean =>
  step.delivery.webhookId !== null || (step.kind === 'send' && step.isNew && step.lane === 'webhook');

/** What Discord is known to refuse is not asked. */
function permitted(step: Step, about: { rights: FindRights; hooks: Hooks; now: Date }): Step {
  if (step.kind !== 'send') return step;
  const { delivery } = step;
  // A webhook needs no permission of the bot any more.
  if (mayUseHook(step) && about.hooks.has(delivery.channelId)) return step;
  const rights = about.rights(delivery);
  const missing = rights ? lacking(step, rights) : [];
  if (missing.length === 0) return step;
  const reason = { reason: 'missingPermission' as const, reasonValues: { detail: missing.join(', ') } };
  if (delivery.reason !== 'missingPermission')
    return settled(delivery, { ...reason, nextAttemptAt: new Date(about.now.getTime() + LOOK_AGAIN_MS) });
  return settled(delivery, { ...reason, state: delivery.messageId ? delivery.state : 'failed', nextAttemptAt: null });
}

function lacking(step: Departure, { permissions, missing }: Rights): readonly string[] {
  if (!step.isNew) return hasPermission(permissions, 'ViewChannel') ? [] : ['ViewChannel'];
  return step.payload.embeds?.length ? missing : missingFor(permissions, 'post');
}

function giveUp(delivery: Delivery): Settlement {
  // A message that stands keeps standing; only its last edit is missing.
  if (delivery.messageId) return { sentVersion: delivery.version, nextAttemptAt: null };
  if (isInDoubt(delivery)) return { state: 'unconfirmed', reason: 'replyLost', nextAttemptAt: null };
  return { state: 'failed', reason: 'streamEndedFirst', nextAttemptAt: null };
}
