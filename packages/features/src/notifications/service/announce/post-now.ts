import type { DeliveryReason, ServerId, TextKey } from '@tally/contract';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx, say } from '@tally/kernel';
import { type Delivery, findInServer, listStopped, reconsider } from '@tally/pipeline/delivery';
import { asSession, forGrace, listStreams } from '@tally/pipeline/detection';
import { planOf } from '../../../servers/index.ts';
import { changeOne, graceOf, listStreamersById, type StreamerRow, updateStreamer } from '../../../streamers/index.ts';
import type { Renewed } from '../journal/hooks.ts';
import { decideLive, isAlone, liveFanOut } from './announce-live.ts';
import { loadFacts, wasLiveOfLate } from './followers.ts';
import { factsOf, judgeStream } from './rules.ts';

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

/** Nothing is broken: the stream was live when the server began to follow, and its owner wants it posted. */
const postable: ReadonlySet<DeliveryReason> = new Set([...mendable, 'alreadyLiveWhenAdded']);

const kinds: ReadonlySet<string> = new Set(['live', 'digest']);

/** Announcements that were stopped, by their keys. */
export const findStopped = async (ctx: Ctx, keys: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  await listStopped(ctx.db, keys, mendable);

/**
 * Returns whether it can still be posted, as far as its own row shows. The stream must also be live, or the digest not
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

/** The server's own rule decided against it, such as quiet hours. The owner changes the rule; we do not bypass it. */
const isHeldByRule = ({ state, reason }: Delivery): boolean =>
  state === 'skipped' && reason !== null && !postable.has(reason);

/**
 * Puts the stopped delivery itself back into the line, so it is posted at most once, however often this is called. It
 * is decided again with the owner's current settings.
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

/**
 * The owner wants a post about the stream that was live when they added this streamer. It becomes news, including its
 * end.
 */
const takeAsNews = async (ctx: Ctx, row: StreamerRow): Promise<StreamerRow> =>
  await changeOne(ctx, { row }, async (tx) => await updateStreamer(tx, row.id, { alreadyLiveSession: null }));

/** The announcement of one streamer. */
export async function renew(ctx: Ctx, delivery: Delivery): Promise<Renewed | null> {
  const [stream] = await listStreams(ctx.db, delivery.sessionId ? [delivery.sessionId] : []);
  const [row] = await listStreamersById(ctx.db, [delivery.subject]);
  if (!stream || !row) return null;
  const known = forGrace(stream.strand, graceOf(row, (await planOf(ctx, row.serverId)).graceCeiling));
  if (known.endedAt) return null;
  const streamer = delivery.reason === 'alreadyLiveWhenAdded' ? await takeAsNews(ctx, row) : row;
  const { channel } = stream;
  const session = asSession(known);
  const afterOthersThan = (await wasLiveOfLate(ctx, session)) ? session.id : undefined;
  const [facts, verdicts] = await Promise.all([
    loadFacts(ctx, [streamer], { type: `${channel.platform}Live`, afterOthersThan }),
    judgeStream(ctx, [streamer], session),
  ]);
  const now = ctx.clock.now();
  const { target, verdict } = decideLive({ streamer, session, facts, verdict: verdicts(streamer.serverId), now });
  const skip = isAlone(streamer) ? target.skip : 'partOfCreator';
  return {
    fanOut: liveFanOut(ctx, { session, channel }),
    target: { ...target, about: factsOf(verdict), skip },
    name: channel.displayName,
  };
}

const wordsOf = (reason: DeliveryReason) =>
  `notifications.reason${reason[0]?.toUpperCase()}${reason.slice(1)}` as TextKey;

const refusal = (ctx: Ctx, why: TextKey, values: Record<string, string> = {}): AppError =>
  new AppError('conflict', {}, [say(ctx.locale, why, values)]);
