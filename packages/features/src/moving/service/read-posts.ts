import { type ChannelId, moveLimits } from '@tally/contract';
import type { Message } from '@tally/discord/rest';
import { type Ctx, seconds, UpstreamError } from '@tally/kernel';
import { channelsToRead, findDiscordData, forgetFacts } from '../../places/index.ts';
import { pingableOf, withPosts } from '../match/seen.ts';
import { lockMove, updateMove } from '../store.ts';
import type { MoveRow, OlderPosts, ReadChannel, StoredReading } from '../tables.ts';
import { stateOf } from './draft.ts';
import { isBlank, isContentHidden, isOthers, pageReader, searchPosts, yieldToMessages } from './find-posts.ts';

const PAGE = 100;
const RETRY_MS = seconds(15);
/** Each search returns only 25 posts, so a list needs many. */
const MOST_SEARCHES = 40;

interface Reading {
  readonly ctx: Ctx;
  readonly move: MoveRow & { readonly reading: StoredReading };
  readonly pingable: ReturnType<typeof pingableOf>;
}

/** Reads the channels of a list, page by page. Returns when to continue, or null when all channels are read. */
export async function readPosts(ctx: Ctx, begun: MoveRow): Promise<Date | null> {
  const { serverId } = begun;
  const later = (waitMs: number) => new Date(ctx.clock.now().getTime() + waitMs);
  try {
    let pingable: Reading['pingable'] | undefined;
    for (let move: MoveRow | null = begun; move?.reading; ) {
      const reading: StoredReading = move.reading;
      const channel = reading.channels.find(({ isDone }) => !isDone);
      if (!channel && (reading.older?.isDone ?? true)) return null;
      const { roles = [] } = pingable ? {} : await findDiscordData(ctx, serverId, { types: ['roles'], force: false });
      pingable ??= pingableOf(serverId, roles);
      const step: Reading = { ctx, move: { ...move, reading }, pingable };
      const next: MoveRow | number | null = channel ? await readPage(step, channel) : await readOlder(step);
      if (typeof next === 'number') return later(next);
      move = next;
    }
    return null;
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    ctx.log.info({ err: error, serverId }, 'Discord does not show posts of other bots now.');
    return later(error.retryAfterMs ?? RETRY_MS);
  }
}

/** Null if the list was deleted or replaced. */
async function readPage(step: Reading, channel: ReadChannel): Promise<MoveRow | null> {
  const { ctx, move } = step;
  const { depth } = move.reading;
  const limit = Math.min(PAGE, depth - channel.read);
  await yieldToMessages(ctx);
  const messages = await listBefore(ctx, channel, limit);
  // Discord also returns nothing if the bot may no longer read the history.
  const isClosed = messages === null || (messages.length === 0 && (await isHistoryHidden(ctx, move, channel.id)));
  const found = messages ?? [];
  const others = found.filter((each) => isOthers(ctx, each));
  const isEmptied = others.length > 0 && others.every(isBlank) && (await isContentHidden(ctx));
  const read = channel.read + found.length;
  const after: ReadChannel = {
    ...channel,
    before: found.at(-1)?.id ?? channel.before,
    read,
    isDone: isClosed || isEmptied || found.length < limit || read >= depth,
  };
  return await keep(step, {
    messages: found,
    from: `#${channel.name}`,
    problem: isClosed ? 'historyHidden' : isEmptied ? 'contentHidden' : null,
    change: (reading) => ({
      ...reading,
      channels: reading.channels.map((each) => (each.id === channel.id ? after : each)),
    }),
  });
}

/** Finds announcements older than the posts we read, with Discord's search. Returns a number if we must wait. */
async function readOlder(step: Reading): Promise<MoveRow | number | null> {
  const { ctx, move } = step;
  const { depth, channels } = move.reading;
  const older = move.reading.older ?? { before: null, calls: 0, isDone: true };
  // Skips the other channels, because we have read them back to their first message.
  const deep = new Map(channels.flatMap(({ id, before, read }) => (before && read >= depth ? [[id, before]] : [])));
  const newest = [...deep.values()].reduce((one, other) => (isBelow(one, other) ? other : one), older.before ?? '0');
  const answer =
    deep.size === 0
      ? null
      : await searchPosts(ctx, {
          serverId: move.serverId,
          channelIds: [...deep.keys()],
          before: older.before ?? (newest as OlderPosts['before'] & string),
        });
  const found = answer?.state === 'found' ? answer.messages : [];
  const calls = older.calls + 1;
  const isOver = answer === null || (answer.state === 'found' && found.length === 0) || calls >= MOST_SEARCHES;
  const after: OlderPosts = { before: found.at(-1)?.id ?? older.before, calls, isDone: isOver };
  const now = await keep(step, {
    messages: found.filter(({ id, channelId }) => isBelow(id, deep.get(channelId) ?? '0')),
    from: '',
    problem: null,
    change: (reading) => ({ ...reading, older: after }),
  });
  return now && answer?.state === 'indexing' ? answer.retryAfterMs : now;
}

const isBelow = (one: string, other: string): boolean => BigInt(one) < BigInt(other);

interface Kept {
  readonly messages: readonly Message[];
  readonly from: string;
  readonly problem: 'historyHidden' | 'contentHidden' | null;
  readonly change: (reading: StoredReading) => StoredReading;
}

/** Stores the announced creators and the reading position in one transaction, so each post counts once. */
async function keep({ ctx, move, pingable }: Reading, { messages, from, problem, change }: Kept) {
  return await ctx.db.transaction(async (tx) => {
    const now = await lockMove(tx, move.id);
    if (now?.state !== 'reading' || !now.reading) return null;
    const others = messages.filter((each) => isOthers(ctx, each));
    const { candidates, left } = withPosts(now.candidates, others, {
      pageIn: pageReader(ctx),
      pingable,
      nextId: () => ctx.random.uuid(),
      most: moveLimits.candidates,
    });
    const reading = change(now.reading);
    const leftOut = [
      ...now.leftOut,
      ...(problem ? [{ line: 0, wrote: from, reason: problem }] : []),
      ...(left > 0 ? [{ line: 0, wrote: from, reason: 'tooMany' as const }] : []),
    ];
    const row = { candidates, reading, leftOut, state: stateOf({ candidates, reading }), workedAt: ctx.clock.now() };
    await updateMove(tx, move.id, row);
    return { ...now, ...row };
  });
}

/** Null if the bot no longer sees the channel. */
async function listBefore(ctx: Ctx, { id, before }: ReadChannel, limit: number): Promise<readonly Message[] | null> {
  try {
    return await ctx.discord.messages.list({ channelId: id, limit, ...(before ? { before } : {}) });
  } catch (error) {
    if (error instanceof UpstreamError && (error.kind === 'denied' || error.kind === 'gone')) return null;
    throw error;
  }
}

async function isHistoryHidden(ctx: Ctx, { serverId }: MoveRow, channelId: ChannelId): Promise<boolean> {
  await forgetFacts(ctx, serverId);
  const channel = (await channelsToRead(ctx, serverId)).find(({ id }) => id === channelId);
  return !channel || channel.missing.length > 0;
}
