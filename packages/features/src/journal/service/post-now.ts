import type { DeliveryReason, ServerId, TextKey } from '@tally/contract';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx, say } from '@tally/kernel';
import { type Delivery, findInServer, listStopped, reconsider } from '@tally/pipeline/delivery';

/** Reasons that a manager can fix. A server's own rules are not bypassed. */
const mendable: readonly DeliveryReason[] = [
  'missingPermission',
  'botRemoved',
  'unknownChannel',
  'noChannel',
  'planLimit',
  'paused',
  'webhookGone',
  'tooLarge',
  'emptyMessage',
  'refused',
  'discordDown',
];

/** Nothing is broken: the stream was live when the server started to follow it, and its owner wants it posted. */
const postable: ReadonlySet<DeliveryReason> = new Set([...mendable, 'alreadyLiveWhenAdded']);

const kinds: ReadonlySet<string> = new Set(['live', 'digest']);

/** Announcements that were stopped, by key. */
export const findStopped = async (ctx: Ctx, keys: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  await listStopped(ctx.db, keys, mendable);

/**
 * Returns whether the delivery can still be posted, judging by its row. The stream must also be live, or the digest not
 * empty.
 */
export const wasStopped = ({ kind, state, reason, messageId, wanted, inDoubtSince }: Delivery): boolean =>
  kinds.has(kind) &&
  (state === 'skipped' || state === 'failed') &&
  reason !== null &&
  postable.has(reason) &&
  messageId === null &&
  wanted === 'present' &&
  inDoubtSince === null;

/**
 * The server's own rule decided against it, such as quiet hours. The owner can change the rule; we do not bypass it.
 */
const isHeldByRule = ({ state, reason }: Delivery): boolean =>
  state === 'skipped' && reason !== null && !postable.has(reason);

/**
 * Queues the stopped delivery itself again, so it is posted at most once, no matter how often this is called. The
 * owner's current settings decide about it again.
 */
export async function postNow(ctx: Ctx, serverId: ServerId, id: string): Promise<string> {
  const delivery = await findInServer(ctx.db, serverId, id);
  const owner = ctx.features.find(({ name }) => name === delivery?.owner);
  if (!delivery || !kinds.has(delivery.kind) || !owner?.renew) throw new AppError('notFound');
  if (!wasStopped(delivery) && !isHeldByRule(delivery)) return say(ctx.locale, 'notifications.postedAlready');
  const renewed = await owner.renew(ctx, delivery);
  if (!renewed) throw refusal(ctx, delivery.kind === 'digest' ? 'overrides.digestGone' : 'notifications.postNowEnded');
  const { fanOut, target, name } = renewed;
  const channel = `<#${target.channelId}>`;
  const why = target.skip ?? (isHeldByRule(delivery) ? delivery.reason : null);
  if (why) throw refusal(ctx, wordsOf(why), { name, channel });
  const reply = say(ctx.locale, 'notifications.postNowQueued', { channel });
  await ctx.db.transaction(async (tx) => {
    await reconsider(ctx, tx, fanOut, [target], ['skipped', 'failed']);
    await keepReply(ctx, tx, reply);
  });
  return reply;
}

const wordsOf = (reason: DeliveryReason) =>
  `notifications.reason${reason[0]?.toUpperCase()}${reason.slice(1)}` as TextKey;

const refusal = (ctx: Ctx, why: TextKey, values: Record<string, string> = {}): AppError =>
  new AppError('conflict', {}, [say(ctx.locale, why, values)]);
