import { defaultLocale, type UserId } from '@tally/contract';
import { type Ctx, hours, say, type WebhookAnswer, type WebhookRequest } from '@tally/kernel';
import { personChanged } from '../../account/index.ts';
import { remember } from '../../telemetry/index.ts';
import { remind } from '../jobs.ts';
import { isSamePassword, isSigned, type Read, type ReportedVote, readSigned, readUnsigned } from '../match.ts';
import { findLastVote, lockVoter, saveVote, wantsReminder } from '../store.ts';

export const VALID_MS = hours(12);
/**
 * A person can vote every 12 hours, and top.gg repeats unanswered pushes for some minutes. So a vote that comes sooner
 * is a repeat.
 */
const SAME_VOTE_MS = hours(11);

export async function handlePush(ctx: Ctx, request: WebhookRequest): Promise<WebhookAnswer> {
  if (ctx.config.topgg.isOff) return { status: 404 };
  const read = open(ctx, request);
  if (read === null) return { status: 401, refused: 'neither signature nor password match' };
  // A 400 stops the retries, because a repeat of this push would not help.
  if (read.kind === 'odd') return { status: 400 };
  if (read.kind === 'test') ctx.log.info({}, 'top.gg sent a test: the address and the secret are correct.');
  if (read.kind === 'vote') await storeVote(ctx, read.vote);
  return { status: 200 };
}

/** If a push has a signature, only the signature counts. */
function open(ctx: Ctx, { headers, rawBody }: WebhookRequest): Read | null {
  const { secret, password } = ctx.config.topgg;
  const now = ctx.clock.now();
  const header = headers['x-topgg-signature'];
  if (header !== undefined)
    return secret !== null && isSigned({ header, rawBody, secret, now }) ? readSigned(rawBody) : null;
  const given = headers['authorization'];
  return password !== null && given !== undefined && isSamePassword(given, password)
    ? readUnsigned(rawBody, now)
    : null;
}

export async function storeVote(ctx: Ctx, { id, userId, votedAt, weight }: ReportedVote): Promise<boolean> {
  const validUntil = new Date(votedAt.getTime() + VALID_MS);
  const isNew = await ctx.db.transaction(async (tx) => {
    await lockVoter(tx, userId);
    const last = await findLastVote(tx, userId);
    if (last && Math.abs(votedAt.getTime() - last.votedAt.getTime()) < SAME_VOTE_MS) return false;
    const row = { id: id ?? `${userId}-${votedAt.getTime()}`, userId, votedAt, validUntil, weight };
    if (!(await saveVote(tx, row))) return false;
    if (await wantsReminder(tx, userId))
      await ctx.queue.send(remind, { userId }, { tx, singletonKey: userId, startAfter: validUntil });
    return true;
  });
  if (!isNew) return false;
  await personChanged(ctx, userId);
  await remember(ctx, { type: 'vote', message: say(defaultLocale, 'votes.somebodyVoted') });
  return true;
}

/** Returns whether the person's latest vote still counts. */
export async function hasVoted(ctx: Ctx, userId: UserId): Promise<boolean> {
  const last = await findLastVote(ctx.db, userId);
  return last !== null && last.validUntil > ctx.clock.now();
}
