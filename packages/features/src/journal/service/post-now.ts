import type { DeliveryReason, ServerId, TextKey } from '@tally/contract';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx, say } from '@tally/kernel';
import { type Delivery, findInServer, listStopped, reconsider } from '@tally/pipeline/delivery';

/** A manager can fix these reasons. We do not bypass the server's own rules. */
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

/** Also includes a stream that was already live when the server followed it, which a manager may still post. */
const postable: ReadonlySet<DeliveryReason> = new Set([...mendable, 'alreadyLiveWhenAdded']);

const kinds: ReadonlySet<string> = new Set(['live', 'digest']);

/** Finds announcements that were stopped, by key. */
export const findStopped = async (ctx: Ctx, keys: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  await listStopped(ctx.db, keys, mendable);

/**
 * Returns whether the delivery's row allows posting it again. The stream must also be live, or the digest must have
 * content.
 */
export const wasStopped = ({ kind, state, reason, messageId, wanted, inDoubtSince }: Delivery): boolean =>
  kinds.has(kind) &&
  (state === 'skipped' || state === 'failed') &&
  reason !== null &&
  postable.has(reason) &&
  messageId === null &&
  wanted === 'present' &&
  inDoubtSince === null;

/** True if one of the server's own rules held it back, such as quiet hours. Only its managers can change that. */
const isHeldByRule = ({ state, reason }: Delivery): boolean =>
  state === 'skipped' && reason !== null && !postable.has(reason);

/**
 * Queues the stopped delivery itself again under the server's current settings. It is posted at most once, however
 * often this is called.
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
