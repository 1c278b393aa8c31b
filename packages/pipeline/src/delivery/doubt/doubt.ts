import { MessageId } from '@tally/contract';
import { hasPermission } from '@tally/discord/permissions';
import { type Ctx, firstIdAt, minutes } from '@tally/kernel';
import { followsOf } from '../afterwards/follow.ts';
import { LEASE_MARGIN_MS, LEASE_MS, LOOK_AGAIN_MS } from '../sending/plan.ts';
import { type FindRights, loadRights } from '../sending/rights.ts';
import type { Settlement } from '../store/line.ts';
import { listKnown } from '../store/sightings.ts';
import type { Delivery } from '../tables.ts';
import { printOf } from './print.ts';

/**
 * Discord promises to drop a second message with the same nonce "within the past few minutes". We rely on two minutes,
 * minus the time in which a call under this lease may still start.
 * https://docs.discord.com/developers/resources/message#create-message
 */
const NONCE_WINDOW_MS = minutes(2) - (LEASE_MS - LEASE_MARGIN_MS);
/** Allows for a small difference between Discord's clock and ours. */
const CLOCK_SKEW_MS = minutes(1);
const PER_PAGE = 100;
/** If a channel has had more messages than this since the attempt, we cannot search all of them. */
const MOST_PAGES = 5;

/** The message was sent once, and we do not know whether it arrived. */
export const isInDoubt = (delivery: Delivery): boolean =>
  delivery.inDoubtSince !== null && delivery.messageId === null && delivery.sent !== null;

/** Within the nonce's window Discord recognizes the message, so we can safely send it again. Webhooks have no nonce. */
export const mayRepeat = ({ inDoubtSince, lane }: Delivery, now: Date): boolean =>
  inDoubtSince !== null && lane === 'bot' && now.getTime() - inDoubtSince.getTime() < NONCE_WINDOW_MS;

/** This attempt ended before we sent anything, so it does not count and the row is due again immediately. */
export const neverLeft = ({ inDoubtSince, attempts }: Delivery, now: Date): Settlement => ({
  inDoubtSince,
  attempts: attempts - 1,
  nextAttemptAt: now,
});

/** A message seen by the gateway settles the row without a search. Returns null if the gateway saw nothing. */
export function settlementFromSighting(delivery: Delivery, now: Date): Settlement | null {
  const { sightedId: messageId, attemptVersion: sentVersion } = delivery;
  if (!messageId) return null;
  // A moderator removed the message. We do not post it again behind their back.
  if (delivery.sightedGone)
    return { messageId, sentVersion, inDoubtSince: null, state: 'removed', reason: 'messageGone', nextAttemptAt: null };
  return posted(delivery, { messageId, sentVersion, sentAt: delivery.seenAt ?? now }, now);
}

/** The message is in the channel. If the wanted text changed since the attempt that posted it, an edit follows. */
export function posted(
  delivery: Delivery,
  found: Pick<Settlement, 'messageId' | 'webhookId' | 'sentAt'> & { readonly sentVersion: number },
  now: Date,
): Settlement {
  return {
    ...found,
    state: 'posted',
    reason: null,
    inDoubtSince: null,
    nextAttemptAt: delivery.version > found.sentVersion ? now : null,
    ...followsOf(delivery, now),
  };
}

/** Searches the channel's history for the message. A message that is certainly missing is sent again. */
export async function lookUp(ctx: Ctx, delivery: Delivery, rights: FindRights): Promise<Settlement> {
  const first = await search(ctx, delivery, rights);
  const found = first.kind === 'empty' ? await searchAgain(ctx, delivery) : first;
  switch (found.kind) {
    case 'found':
      return posted(delivery, { ...found.message, sentVersion: delivery.attemptVersion }, ctx.clock.now());
    case 'absent':
    case 'empty':
      return { inDoubtSince: null, attempts: delivery.attempts - 1, nextAttemptAt: ctx.clock.now() };
    case 'unreadable':
      // A second message might ping people twice.
      return { state: 'unconfirmed', reason: 'replyLost', sentVersion: delivery.version, nextAttemptAt: null };
    default:
      return found satisfies never;
  }
}

type Found =
  | { kind: 'found'; message: Required<Pick<Settlement, 'messageId' | 'webhookId' | 'sentAt'>> }
  | { kind: 'absent' }
  /** The channel is empty, or the bot has just lost the permission to read it. */
  | { kind: 'empty' }
  | { kind: 'unreadable' };

async function searchAgain(ctx: Ctx, delivery: Delivery): Promise<Found> {
  await ctx.timers.pause(LOOK_AGAIN_MS);
  return await search(ctx, delivery, await loadRights(ctx, [delivery]));
}

async function search(ctx: Ctx, delivery: Delivery, rights: FindRights): Promise<Found> {
  const { channelId, inDoubtSince, sent } = delivery;
  if (!sent || !inDoubtSince) return { kind: 'absent' };
  const known = rights(delivery);
  if (known && !hasPermission(known.permissions, 'ReadMessageHistory')) return { kind: 'unreadable' };
  const print = printOf(sent);
  let after = idAt(inDoubtSince.getTime() - CLOCK_SKEW_MS);
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const messages = await ctx.discord.messages.list({ channelId, after, limit: PER_PAGE });
    const alike = messages.filter(
      (message) => message.applicationId === ctx.config.discord.clientId && printOf(message) === print,
    );
    const taken = await listKnown(
      ctx.db,
      alike.map((message) => message.id),
    );
    const message = alike.findLast((each) => !taken.has(each.id));
    if (message) {
      const { id: messageId, webhookId, postedAt: sentAt } = message;
      return { kind: 'found', message: { messageId, webhookId, sentAt } };
    }
    if (messages.length < PER_PAGE)
      return (await canTell(ctx, delivery)) ? { kind: 'absent' } : { kind: known ? 'empty' : 'unreadable' };
    after = messages.reduce((highest, each) => (BigInt(each.id) > BigInt(highest) ? each.id : highest), after);
  }
  return { kind: 'unreadable' };
}

/** Without permission to read history, Discord answers with an empty list, as if the channel were empty. */
async function canTell(ctx: Ctx, { channelId }: Delivery): Promise<boolean> {
  return (await ctx.discord.messages.list({ channelId, limit: 1 })).length > 0;
}

const idAt = (ms: number): MessageId => MessageId.parse(firstIdAt(ms));
