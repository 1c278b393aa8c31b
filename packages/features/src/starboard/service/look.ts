import type { ChannelId, MessageId, ServerId, UserId } from '@tally/contract';
import type { Message } from '@tally/discord/rest';
import { type Ctx, minutes, UpstreamError } from '@tally/kernel';
import { report } from '../../error-logs/index.ts';
import { findLack } from '../../places/index.ts';
import { decide, isEmojiOf, refusalOf, thresholdOf } from '../match.ts';
import { isNewestLook, raiseFence } from '../store/looks.ts';
import { listOfOriginals } from '../store/posts.ts';
import type { Board, Post } from '../tables.ts';
import { boardsAtWork } from './boards.ts';
import { candidateOf } from './candidate.ts';
import { originalsDeleted } from './gone.ts';
import { carryOut, type SeenMessage, seenMessage } from './post.ts';

export interface Starred {
  readonly serverId: ServerId;
  readonly channelId: ChannelId;
  readonly messageId: MessageId;
}

/** The most people listed in one call. With more stars, one person's star does not decide. */
const MOST_LISTED = 100;

/**
 * Loads a message from Discord and updates every board. Writes the result only if no later load has started. Returns
 * when to check again if the message is still too young.
 */
export async function look(ctx: Ctx, starred: Starred): Promise<Date | null> {
  const { serverId, messageId } = starred;
  const { boards: all, bitfield } = await boardsAtWork(ctx, serverId);
  const boards = all.filter((board) => board.channelId !== starred.channelId);
  if (boards.length === 0) return null;
  const fence = await raiseFence(ctx.db, messageId, ctx.clock.now());
  const message = await readMessage(ctx, starred);
  if (message === 'hidden') return null;
  if (message === 'gone') {
    await originalsDeleted(ctx, [messageId]);
    return null;
  }
  const posts = new Map((await listOfOriginals(ctx.db, [messageId])).map((post) => [post.boardId, post]));
  const counted = await countAll(ctx, message, { boards, posts });
  const relevant = counted.filter(({ board, stars }) => posts.has(board.id) || stars >= thresholdOf(board.settings));
  if (relevant.length === 0) return null;
  const seen = await seenMessage(ctx, { serverId, message, bitfield });
  return await judgeAll(ctx, seen, { relevant, posts, fence });
}

interface Judging {
  readonly relevant: readonly { board: Board; stars: number }[];
  readonly posts: ReadonlyMap<string, Post>;
  readonly fence: number;
}

async function judgeAll(ctx: Ctx, seen: SeenMessage, { relevant, posts, fence }: Judging): Promise<Date | null> {
  const { message, serverId } = seen;
  const needsRoles = relevant.some(
    ({ board }) => board.settings.filter?.roleMode && board.settings.filter.roles?.length,
  );
  const candidate = await candidateOf(ctx, { serverId, message, needsRoles });
  const young: number[] = [];
  const now = ctx.clock.now();
  for (const { board, stars } of relevant) {
    const refusal = refusalOf(board, candidate, now);
    const post = posts.get(board.id) ?? null;
    if (refusal === 'young' && !post) {
      young.push(message.postedAt.getTime() + minutes(board.settings.minimumAgeMinutes ?? 0));
    }
    if (decide(board.settings, { post, stars, isWelcome: refusal === null }) === 'leave') continue;
    await carryOut(ctx, seen, {
      board,
      stars,
      candidate,
      isWelcome: refusal === null,
      isStillTrue: (tx) => isNewestLook(tx, message.id, fence),
    });
  }
  return young.length > 0 ? new Date(Math.min(...young)) : null;
}

/** Returns Discord's answer about the message, or `hidden` if we have no access. */
async function readMessage(
  ctx: Ctx,
  { serverId, channelId, messageId }: Starred,
): Promise<Message | 'gone' | 'hidden'> {
  try {
    return await ctx.discord.messages.get({ channelId, messageId });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (error.kind === 'gone') return 'gone';
    if (error.kind !== 'denied') throw error;
    const lack = await findLack(ctx, serverId, channelId);
    const isNamed = (lack?.missingPermissions ?? []).length > 0;
    if (lack) await report(ctx, serverId, isNamed ? lack : { ...lack, missingPermissions: ['ReadMessageHistory'] });
    return 'hidden';
  }
}

interface Counting {
  readonly boards: readonly Board[];
  readonly posts: ReadonlyMap<string, Post>;
}

/** Counts the stars for each board. Bots' stars never count, and the author's own star only if the board allows it. */
async function countAll(ctx: Ctx, message: Message, { boards, posts }: Counting) {
  const counted: { board: Board; stars: number }[] = [];
  const known = new Map<string, Reactors>();
  for (const board of boards) {
    const { settings } = board;
    const reaction = message.reactions.find((each) => isEmojiOf(settings, each.emoji));
    let stars = reaction?.count ?? 0;
    // We list the people only if one of them could decide the result, or if the count is shown.
    if (reaction && (posts.has(board.id) || stars >= thresholdOf(settings))) {
      const emoji = reaction.emoji.id ? `${reaction.emoji.name}:${reaction.emoji.id}` : (reaction.emoji.name ?? '');
      const reactors = known.get(emoji) ?? (await readReactors(ctx, message, emoji, reaction.count));
      known.set(emoji, reactors);
      stars = Math.max(0, stars - reactors.machines - (reactors.isAuthorIn && !settings.allowSelfStar ? 1 : 0));
    }
    counted.push({ board, stars });
  }
  return counted;
}

interface Reactors {
  readonly machines: number;
  readonly isAuthorIn: boolean;
}

async function readReactors(ctx: Ctx, message: Message, emoji: string, count: number): Promise<Reactors> {
  const authorId = message.author?.id;
  const at = { channelId: message.channelId, messageId: message.id, emoji };
  try {
    if (count <= MOST_LISTED) {
      const people = await ctx.discord.messages.reactors({ ...at, limit: MOST_LISTED });
      const machines = people.filter((person) => person.isBot && person.id !== authorId).length;
      return { machines, isAuthorIn: people.some((person) => person.id === authorId) };
    }
    if (!authorId) return { machines: 0, isAuthorIn: false };
    // The list is ordered by id. So the first entry after the id before the author's is the author, or the author is
    // not in the list.
    const [next] = await ctx.discord.messages.reactors({ ...at, after: idBefore(authorId), limit: 1 });
    return { machines: 0, isAuthorIn: next?.id === authorId };
  } catch (error) {
    // All stars were removed while we asked.
    if (error instanceof UpstreamError && error.kind === 'gone') return { machines: 0, isAuthorIn: false };
    throw error;
  }
}

const idBefore = (id: UserId): string => String(BigInt(id) - 1n);
