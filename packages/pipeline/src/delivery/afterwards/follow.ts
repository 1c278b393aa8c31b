import type { Ctx } from '@tally/kernel';
import { minutes, UpstreamError } from '@tally/kernel';
import { LEASE_MS, nextTry } from '../sending/plan.ts';
import { loadRights } from '../sending/rights.ts';
import { claimFollows, type Follow, reservePublication, settleFollow } from '../store/follows.ts';
import type { Settlement } from '../store/line.ts';
import type { Delivery } from '../tables.ts';
import type { FollowState } from '../words.ts';
import { isTokenRefused } from './outcome.ts';

/**
 * Discord allows ten per hour and channel, and reveals the limit only when it refuses.
 * https://github.com/discordjs/discord.js/issues/4956
 */
const PUBLICATIONS_PER_HOUR = 10;
const MOST_TRIES = 8;
const LONG_WAIT_MS = minutes(5);
const AT_ONCE = 20;
const ALREADY_PUBLISHED = 40033;
const THREAD_EXISTS = 160004;

/** Returns the steps that follow once a message is posted. */
export function followsOf(
  { publish, thread, publishState, threadState }: Pick<Delivery, 'publish' | 'thread' | 'publishState' | 'threadState'>,
  now: Date,
): Pick<Settlement, 'publishState' | 'threadState' | 'afterAt'> {
  const publishes = publish && publishState === null;
  const opens = thread !== null && threadState === null;
  if (!publishes && !opens) return {};
  return {
    ...(publishes ? { publishState: 'due' as const } : {}),
    ...(opens ? { threadState: 'due' as const } : {}),
    afterAt: now,
  };
}

/**
 * Publishes messages and opens threads. A failure here does not make a posted message fail. Returns the number of rows
 * handled.
 */
export async function followUp(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  const rows = await claimFollows(ctx.db, { now, leaseUntil: new Date(now.getTime() + LEASE_MS), limit: AT_ONCE });
  if (rows.length === 0) return 0;
  const rights = await loadRights(ctx, rows);
  await Promise.all(rows.map((row) => follow(ctx, row, rights(row)?.kind === 'text')));
  return rows.length;
}

async function follow(ctx: Ctx, row: Delivery, isPlain: boolean): Promise<void> {
  const published = row.publishState === 'due' ? await publish(ctx, row, isPlain) : null;
  const opened = row.threadState === 'due' ? await openThread(ctx, row) : null;
  const again = [published, opened].flatMap((each) => each?.again ?? []);
  const isOver = row.afterAttempts >= MOST_TRIES;
  const state = (outcome: Outcome | null, before: FollowState | null) =>
    outcome ? (outcome.state === 'due' && isOver ? 'failed' : outcome.state) : before;
  const change: Follow = {
    publishState: state(published, row.publishState),
    threadState: state(opened, row.threadState),
    threadId: opened?.state === 'done' ? (row.messageId as string as Follow['threadId']) : row.threadId,
    isOverLimit: published?.isOverLimit ?? false,
    afterAt: again.length === 0 || isOver ? null : new Date(Math.min(...again.map((each) => each.getTime()))),
  };
  await settleFollow(ctx.db, row, change);
}

interface Outcome {
  readonly state: FollowState;
  readonly again?: Date;
  readonly isOverLimit?: boolean;
}

async function publish(ctx: Ctx, row: Delivery, isPlain: boolean): Promise<Outcome> {
  const { channelId, messageId } = row;
  if (isPlain || !messageId) return { state: 'skipped' };
  const overLimit: Outcome = { state: 'skipped', isOverLimit: true };
  const isReserved = await reservePublication(ctx.db, row, { now: ctx.clock.now(), perHour: PUBLICATIONS_PER_HOUR });
  if (!isReserved) return overLimit;
  return await attempt(ctx, row, async () => {
    await ctx.discord.messages.publish({ channelId, messageId });
  }).then((outcome) => (outcome.isOverLimit ? overLimit : outcome));
}

async function openThread(ctx: Ctx, { channelId, messageId, thread, ...row }: Delivery): Promise<Outcome> {
  if (!messageId || !thread) return { state: 'skipped' };
  return await attempt(ctx, row, async () => {
    await ctx.discord.messages.openThread({ channelId, messageId, name: thread.trim().slice(0, 100) || '…' });
  });
}

/** Both steps are idempotent, so a second attempt does no harm. */
async function attempt(ctx: Ctx, row: Pick<Delivery, 'afterAttempts'>, work: () => Promise<void>): Promise<Outcome> {
  try {
    await work();
    return { state: 'done' };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (error.upstreamCode === ALREADY_PUBLISHED || error.upstreamCode === THREAD_EXISTS) return { state: 'done' };
    const waitMs = error.retryAfterMs ?? 0;
    if (error.kind === 'limited' && waitMs > LONG_WAIT_MS) return { state: 'failed', isOverLimit: true };
    if (error.kind !== 'limited' && error.kind !== 'down' && !isTokenRefused(error)) return { state: 'failed' };
    return { state: 'due', again: nextTry(row.afterAttempts, ctx.clock.now(), waitMs) };
  }
}
