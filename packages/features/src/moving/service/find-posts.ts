import { type ChannelId, perPlatform, type ServerId } from '@tally/contract';
import { refusedOf } from '@tally/discord/gateway';
import type { Message } from '@tally/discord/rest';
import { type Ctx, UpstreamError } from '@tally/kernel';
import { creatorsIn, type PageReader } from '../match/posts.ts';
import { definitionOf } from './draft.ts';

/** Limits reading to five calls a second. */
const EVERY_MS = 200;
/** Without Discord's search we read this many channels, starting with promising names. */
const MOST_CHANNELS = 10;
const NEWEST = 50;
const telling = /live|stream|notif|announce|alert|social|video|feed/i;

/** Bounds the wait behind a large fan-out. Reading then slows to one call a second, a fiftieth of Discord's limit. */
const MOST_PAUSES = 5;

/** Pauses while our own messages are waiting to be sent. */
export async function yieldToMessages(ctx: Ctx): Promise<void> {
  for (let pauses = 0; pauses < MOST_PAUSES; pauses += 1) {
    await ctx.timers.pause(EVERY_MS);
    if (ctx.discord.lanes.bot.pacer.waiting === 0) return;
  }
}

/**
 * Without this intent, Discord also empties other people's messages over REST, except those that mention the bot.
 * https://docs.discord.com/developers/events/gateway#message-content-intent
 */
export const isContentHidden = async (ctx: Ctx): Promise<boolean> =>
  refusedOf(['MessageContent'], (await ctx.discord.bot.application()).flags).length > 0;

export const isBlank = ({ content, embeds, shown: { links, texts } }: Message): boolean =>
  content === '' && embeds.length + links.length + texts.length === 0;

/** True for messages of bots and webhooks, except our own. */
export const isOthers = (ctx: Ctx, { author, webhookId, applicationId }: Message): boolean =>
  (author?.isBot === true || webhookId !== null) && applicationId !== ctx.config.discord.clientId;

/** Platforms that this installation does not watch have no creator pages. */
export const pageReader =
  (ctx: Ctx): PageReader =>
  (platform, address) =>
    definitionOf(ctx, platform)?.creatorPageIn(address) ?? null;

type Readable = readonly { readonly id: ChannelId; readonly name: string }[];

/** Counts, per channel, how many of the newest messages announce a creator. */
export async function countPosts(
  ctx: Ctx,
  serverId: ServerId,
  readable: Readable,
): Promise<ReadonlyMap<ChannelId, number>> {
  const answer = await searchPosts(ctx, { serverId });
  const found = answer?.state === 'found' ? answer.messages : await listNewest(ctx, readable);
  const known = new Set(readable.map(({ id }) => id));
  const counts = new Map<ChannelId, number>();
  for (const message of found) {
    const isAnnouncing = isOthers(ctx, message) && creatorsIn(message, pageReader(ctx)).leads.length > 0;
    if (isAnnouncing && known.has(message.channelId))
      counts.set(message.channelId, (counts.get(message.channelId) ?? 0) + 1);
  }
  return counts;
}

/** Uses Discord's own search, which may miss posts. Null if the search is unavailable. */
export async function searchPosts(
  ctx: Ctx,
  about: Omit<Parameters<Ctx['discord']['messages']['search']>[0], 'hosts'>,
): Promise<Awaited<ReturnType<Ctx['discord']['messages']['search']>> | null> {
  await yieldToMessages(ctx);
  try {
    return await ctx.discord.messages.search({ ...about, hosts });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    ctx.log.info({ err: error, serverId: about.serverId }, 'Discord’s search cannot be used.');
    return null;
  }
}

const hosts = Object.values(perPlatform((_, { links }) => links.site));

/** Lists the newest messages of the channels that most likely contain announcements. */
async function listNewest(ctx: Ctx, readable: Readable): Promise<readonly Message[]> {
  const inOrder = readable.toSorted((one, other) => Number(telling.test(other.name)) - Number(telling.test(one.name)));
  const found: Message[] = [];
  for (const { id } of inOrder.slice(0, MOST_CHANNELS)) {
    await yieldToMessages(ctx);
    found.push(...(await ctx.discord.messages.list({ channelId: id, limit: NEWEST })));
  }
  return found;
}
