import { isDeepStrictEqual } from 'node:util';
import { hasPermission, missingFor } from '@tally/discord/permissions';
import type { Ctx } from '@tally/kernel';
import { held, heldUntil } from '../afterwards/edit-pace.ts';
import { isInDoubt, mayRepeat, settlementFromSighting } from '../doubt/doubt.ts';
import { type Departure, rememberDepartures } from '../store/departures.ts';
import type { Settlement } from '../store/line.ts';
import { listKnown } from '../store/sightings.ts';
import type { Delivery } from '../tables.ts';
import { type Answer, composeAll } from './compose.ts';
import { type Hooks, loadHooks } from './identity.ts';
import { delayRetry, isSuspect, LOOK_AGAIN_MS } from './plan.ts';
import { type FindRights, loadRights, type Rights } from './rights.ts';

/** The next step for a claimed row. */
export type Step =
  | { readonly kind: 'settled'; readonly delivery: Delivery; readonly settlement: Settlement }
  | { readonly kind: 'remove'; readonly delivery: Delivery }
  /** The message was sent before, and the reply was lost. */
  | { readonly kind: 'lookUp'; readonly delivery: Delivery }
  | ({ readonly kind: 'send'; readonly version: number } & Departure);

export interface Batch {
  readonly steps: readonly Step[];
  readonly rights: FindRights;
  readonly hooks: Hooks;
}

/** Decides about a whole batch, and stores all departing messages in one statement. */
export async function prepare(ctx: Ctx, claimed: readonly Delivery[], route: 'bot' | 'webhook'): Promise<Batch> {
  const batch = await decide(ctx, claimed, route);
  const ours = await rememberDepartures(ctx.db, batch.steps.filter(isDeparture), ctx.clock.now());
  // A row that another sender has claimed stays with that sender.
  return { ...batch, steps: batch.steps.filter((step) => !isDeparture(step) || ours.has(step.delivery.id)) };
}

/** Retries are left out because they were stored before the first attempt. */
const isDeparture = (step: Step): step is Extract<Step, { kind: 'send' }> =>
  step.kind === 'send' && step.version === step.delivery.version;

/** Calls each owner once for the whole batch. Writes nothing. */
async function decide(ctx: Ctx, rows: readonly Delivery[], route: 'bot' | 'webhook'): Promise<Batch> {
  const now = ctx.clock.now();
  const sighted = rows.flatMap((row) => (isInDoubt(row) && row.sightedId) || []);
  const taken = await listKnown(ctx.db, sighted);
  const early = new Map(rows.map((row) => [row, withoutWords(ctx, row, { now, taken })]));
  // A retry is composed again only to check that it still pings the same people.
  const worded = rows.filter((row) => (early.get(row)?.kind ?? 'send') === 'send');
  const [rights, composed] = await Promise.all([loadRights(ctx, rows), composeAll(ctx, worded)]);
  const planned = rows.map((row): Step => {
    const step = early.get(row);
    if (!step) return stepOf(row, composed.get(row) as Answer, { route, now });
    return step.kind === 'send' ? stillMeant(step, composed.get(row) as Answer) : step;
  });
  const hooks = await loadHooks(
    ctx,
    planned.filter(mayUseHook).map((step) => step.delivery),
  );
  const steps = planned.map((step) => permitted(step, { rights, hooks, now }));
  return { steps, rights, hooks };
}

/** Decides the cases that need no content from the owner. Returns null for the others. */
function withoutWords(ctx: Ctx, row: Delivery, { now, taken }: { now: Date; taken: ReadonlySet<string> }): Step | null {
  const isLate = now > row.giveUpAt;
  // Two rows may have the same text. If another row has claimed the sighted message since, it is not this row's.
  const isSeen = isInDoubt(row) && !taken.has(row.sightedId ?? '');
  const seen = isSeen ? settlementFromSighting(row, now) : null;
  if (seen) return settled(row, seen);
  if (isSuspect(row)) {
    ctx.log.warn({ delivery: row.id, lost: row.lost }, 'senders were lost with a message again and again; it waits');
    return settled(row, isLate ? giveUp(row) : { nextAttemptAt: delayRetry(row, ctx) });
  }
  if (isInDoubt(row)) {
    return mayRepeat(row, now) && !isLate && !isForgotten(ctx, row) && row.wanted === 'present'
      ? repetition(row)
      : { kind: 'lookUp', delivery: row };
  }
  if (isLate) return settled(row, giveUp(row));
  if (isForgotten(ctx, row)) return settled(row, { state: 'skipped', reason: 'tooLate', nextAttemptAt: null });
  return row.wanted === 'absent' ? { kind: 'remove', delivery: row } : null;
}

/** When staff left safe mode, they chose to drop this message. A posted message is still edited. */
const isForgotten = ({ safeMode: { forgetBefore } }: Ctx, { messageId, detectedAt }: Delivery): boolean =>
  messageId === null && forgetBefore !== null && detectedAt < forgetBefore;

const settled = (delivery: Delivery, settlement: Settlement): Step => ({ kind: 'settled', delivery, settlement });

/** Sends the same message again under the same nonce. Later changes follow as an edit. */
function repetition(delivery: Delivery): Step {
  const { sent, identity, publish, thread, attemptVersion: version } = delivery;
  if (!sent) return { kind: 'lookUp', delivery };
  return { kind: 'send', delivery, payload: sent, identity, publish, thread, version, lane: 'bot', isNew: true };
}

/**
 * If the first attempt never arrived, the retry pings. So if the owner now wants other pings or no message, we search
 * for the message instead. If it is certainly missing, the owner composes it again.
 */
function stillMeant(step: Extract<Step, { kind: 'send' }>, composition: Answer): Step {
  if (composition.kind === 'unasked') return asksAgain(step.delivery, composition.until);
  const isMeant =
    composition.kind === 'wait' ||
    (composition.kind === 'send' &&
      isDeepStrictEqual(composition.payload.allowed_mentions, step.payload.allowed_mentions));
  return isMeant ? step : { kind: 'lookUp', delivery: step.delivery };
}

const asksAgain = (delivery: Delivery, until: Date): Step => settled(delivery, postponed(delivery, until));

const postponed = ({ attempts }: Delivery, until: Date) => ({ nextAttemptAt: until, attempts: attempts - 1 });

function stepOf(delivery: Delivery, composition: Answer, about: { route: 'bot' | 'webhook'; now: Date }): Step {
  switch (composition.kind) {
    case 'wait':
      return settled(delivery, {
        ...postponed(delivery, composition.until),
        ...(delivery.messageId ? {} : { isHeld: true }),
      });
    case 'unasked':
      return asksAgain(delivery, composition.until);
    case 'skip':
      // A posted message stays as it is.
      if (delivery.messageId) return settled(delivery, { sentVersion: delivery.version, nextAttemptAt: null });
      return settled(delivery, {
        state: 'skipped',
        reason: composition.reason,
        reasonValues: { ...composition.values },
        nextAttemptAt: null,
      });
    case 'send': {
      const { isLast = false } = composition;
      const until = delivery.messageId ? heldUntil(delivery, { isLast, now: about.now }) : null;
      if (until) return settled(delivery, { ...held(delivery, until), attempts: delivery.attempts - 1 });
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

/** Skips requests that we know Discord refuses. */
function permitted(step: Step, about: { rights: FindRights; hooks: Hooks; now: Date }): Step {
  if (step.kind !== 'send') return step;
  const { delivery } = step;
  // The bot needs no permission to use an existing webhook.
  if (mayUseHook(step) && about.hooks.has(delivery.channelId)) return step;
  const rights = about.rights(delivery);
  const missing = rights ? lacking(step, rights) : [];
  if (missing.length === 0) return step;
  const reason = { reason: 'missingPermission' as const, reasonValues: { detail: missing.join(', ') } };
  if (delivery.reason !== 'missingPermission')
    return settled(delivery, { ...reason, nextAttemptAt: new Date(about.now.getTime() + LOOK_AGAIN_MS) });
  // An earlier attempt may have posted the message.
  if (isInDoubt(delivery)) return { kind: 'lookUp', delivery };
  return settled(delivery, { ...reason, state: delivery.messageId ? delivery.state : 'failed', nextAttemptAt: null });
}

function lacking(step: Departure, { permissions, missing }: Rights): readonly string[] {
  if (!step.isNew) return hasPermission(permissions, 'ViewChannel') ? [] : ['ViewChannel'];
  return step.payload.embeds?.length ? missing : missingFor(permissions, 'post');
}

function giveUp(delivery: Delivery): Settlement {
  // The posted message stays. Only its last edit is missing.
  if (delivery.messageId) return { sentVersion: delivery.version, nextAttemptAt: null };
  if (isInDoubt(delivery)) return { state: 'unconfirmed', reason: 'replyLost', nextAttemptAt: null };
  return { state: 'failed', reason: 'streamEndedFirst', nextAttemptAt: null };
}
