import { createHash } from 'node:crypto';
import { hasFlag, type ServerId } from '@tally/contract';
import type { Message } from '@tally/discord/rest';
import type { Db } from '@tally/infra/db';
import { type Ctx, days } from '@tally/kernel';
import type { MessagePayload } from '@tally/message/discord';
import { cleanLine, cut } from '@tally/message/template';
import { amend, findDelivery, intend, withdraw } from '@tally/pipeline/delivery';
import { loadBranding } from '../../branding/index.ts';
import { listSummaries, type ServerSummary } from '../../servers/index.ts';
import { type Candidate, decide } from '../match.ts';
import { isHidden, renderStarred } from '../render.ts';
import { changePost, lockPost } from '../store/posts.ts';
import type { Board, Post } from '../tables.ts';
import { isForAdults } from './candidate.ts';

export const OWNER = 'starboard';
export const KIND = 'starred';
export const TEST = 'test';
/** How long a star counts as news, and how long a removal is retried. */
const GIVE_UP_MS = days(7);
const THREAD_NAME_LENGTH = 100;

export interface SeenMessage {
  readonly serverId: ServerId;
  readonly message: Message;
  readonly bitfield: bigint;
  readonly looks: ServerSummary;
  readonly signature: string | null;
}

export async function seenMessage(
  ctx: Ctx,
  about: { serverId: ServerId; message: Message; bitfield: bigint },
): Promise<SeenMessage> {
  const { serverId } = about;
  const [looks, shows] = await Promise.all([listSummaries(ctx, [serverId]), loadBranding(ctx, [serverId])]);
  return {
    ...about,
    looks: looks.get(serverId) ?? { name: '', iconUrl: null, memberCount: 0, locale: 'en-US' },
    signature: shows(serverId, 'starboard') ? ctx.config.SITE_NAME : null,
  };
}

export interface Order {
  readonly board: Board;
  readonly stars: number;
  readonly candidate: Candidate;
  readonly isWelcome: boolean;
  /** True if a moderator wants the message on the board. */
  readonly isForced?: boolean;
  /** Called inside the transaction. Returns whether the loaded data is still current. */
  readonly isStillTrue?: (tx: Db) => Promise<boolean>;
}

export type Deed = 'post' | 'update' | 'remove' | 'leave';

/**
 * Updates a board to match Discord's state. The row of board and message is locked, and the consequences are written in
 * the same transaction, so a second worker sees the first one's result.
 */
export async function carryOut(ctx: Ctx, seen: SeenMessage, order: Order): Promise<Deed> {
  const payload = await payloadFor(ctx, seen, order);
  const { board, stars, isWelcome, isForced = false } = order;
  return await ctx.db.transaction(async (tx) => {
    if (order.isStillTrue && !(await order.isStillTrue(tx))) return 'leave';
    const post = await lockPost(tx, freshRow(ctx, seen, order));
    const wish = isForced && !post.deliveryKey ? 'post' : decide(board.settings, { post, stars, isWelcome });
    const deed = isForced && post.isTrashed ? 'leave' : wish;
    switch (deed) {
      case 'post':
        await putUp(ctx, tx, { post, seen, order, payload });
        break;
      case 'update':
        await refreshPost(ctx, tx, { post, stars, payload: await withKnownWords(tx, { post, seen, payload }) });
        break;
      case 'remove':
        await deletePost(ctx, tx, post, { currentStars: stars });
        break;
      case 'leave':
        break;
      default:
        deed satisfies never;
    }
    return deed;
  });
}

async function payloadFor(ctx: Ctx, seen: SeenMessage, { board, stars, candidate }: Order): Promise<MessagePayload> {
  const { serverId, message, looks, signature } = seen;
  return renderStarred({
    locale: looks.locale,
    settings: board.settings,
    serverId,
    message,
    stars,
    hidesPictures: candidate.isForAdults && !(await isForAdults(ctx, board.channelId)),
    cdnUrl: ctx.config.discord.cdnUrl,
    signature,
  });
}

const freshRow = (ctx: Ctx, { serverId, message }: SeenMessage, { board }: Order): Parameters<typeof lockPost>[1] => ({
  id: ctx.random.uuid(),
  boardId: board.id,
  serverId,
  originalMessageId: message.id,
  originalChannelId: message.channelId,
  authorId: message.author?.id ?? ('0' as Post['authorId']),
  currentStars: 0,
  starredAt: ctx.clock.now(),
});

interface Putting {
  readonly post: Post;
  readonly seen: SeenMessage;
  readonly order: Order;
  readonly payload: MessagePayload;
}

async function putUp(ctx: Ctx, tx: Db, { post, seen, order, payload }: Putting): Promise<void> {
  const now = ctx.clock.now();
  const { board, stars, isForced = false } = order;
  const round = post.round + 1;
  const deliveryKey = `${OWNER} ${post.id} ${round}`;
  const isThreaded = board.settings.openThreadOnStar && hasFlag(seen.bitfield, 'AutoThreadOnStarboard');
  await changePost(tx, post.id, {
    round,
    deliveryKey,
    currentStars: stars,
    print: printOf(payload),
    isForced: post.isForced || isForced,
  });
  await intend(ctx, tx, [
    {
      dedupeKey: deliveryKey,
      owner: OWNER,
      kind: KIND,
      serverId: board.serverId,
      subject: post.id,
      channelId: board.channelId,
      payload,
      thread: isThreaded ? threadName(seen) : null,
      detectedAt: now,
      giveUpAt: new Date(now.getTime() + GIVE_UP_MS),
    },
  ]);
}

/** Keeps the text from a menu call if Discord hides it later. Only the stars are updated. */
async function withKnownWords(
  tx: Db,
  { post, seen, payload }: Pick<Putting, 'post' | 'seen' | 'payload'>,
): Promise<MessagePayload> {
  if (!post.deliveryKey || !isHidden(seen.message)) return payload;
  const standing = (await findDelivery(tx, post.deliveryKey))?.payload;
  return standing ? { ...standing, content: payload.content } : payload;
}

/** Edits an existing post. Rapid changes are merged, and only the last one is sent when Discord allows the edit. */
async function refreshPost(
  ctx: Ctx,
  tx: Db,
  { post, stars, payload }: { post: Post; stars: number; payload: MessagePayload },
): Promise<void> {
  const print = printOf(payload);
  if (post.currentStars !== stars || post.print !== print)
    await changePost(tx, post.id, { currentStars: stars, print });
  if (post.print === print || !post.deliveryKey) return;
  await amend(ctx, tx, [post.deliveryKey], { payload, giveUpAt: new Date(ctx.clock.now().getTime() + GIVE_UP_MS) });
}

export async function deletePost(ctx: Ctx, tx: Db, post: Post, change: Partial<Post> = {}): Promise<void> {
  await changePost(tx, post.id, { deliveryKey: null, messageId: null, print: null, ...change });
  if (!post.deliveryKey) return;
  await withdraw(ctx, tx, [post.deliveryKey], { giveUpAt: new Date(ctx.clock.now().getTime() + GIVE_UP_MS) });
}

const printOf = (payload: MessagePayload): string =>
  createHash('sha256').update(JSON.stringify(payload)).digest('base64url');

function threadName({ message, looks }: SeenMessage): string {
  const words = cleanLine(message.content) || cleanLine(message.author?.displayName ?? message.author?.username ?? '');
  return cut(words || cleanLine(looks.name) || '…', THREAD_NAME_LENGTH);
}
