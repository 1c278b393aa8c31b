import type { Topic } from '@tally/infra/signal';
import { type Ctx, seconds } from '@tally/kernel';
import { readRightsCall, TEAMS_CHANNEL } from '../store/rights.ts';
import { mayManage, type RightOf } from './rights.ts';

/** While the database is down we cannot check the right. The page stays open, and we retry. */
const AGAIN_MS = seconds(1);

/** Announces changed rights in a leader's team, of one member or of all. */
const rights: Topic<{ readonly userId: string | null }> = {
  channel: TEAMS_CHANNEL,
  read(call) {
    const { leaderId, userId } = readRightsCall(call);
    return [[leaderId, { userId }]];
  },
};

/**
 * Watches a right for a page that stays open. The returned signal aborts with the given signal, and as soon as the
 * person loses the right in any process. If they do not have the right, it has already aborted.
 */
export async function watchRight(ctx: Ctx, right: RightOf, signal: AbortSignal): Promise<AbortSignal> {
  const lost = new AbortController();
  const either = AbortSignal.any([signal, lost.signal]);
  const check = async (): Promise<void> => {
    for (;;) {
      try {
        if (!either.aborted && !(await mayManage(ctx, right))) lost.abort();
        return;
      } catch (error) {
        ctx.log.warn({ err: error, ...right }, 'A team right could not be checked');
        await ctx.timers.pause(AGAIN_MS, either);
      }
    }
  };
  const leave = await ctx.signals.hear(rights, right.leaderId, (news) => {
    if (!news?.userId || news.userId === right.userId) void check();
  });
  if (either.aborted) leave();
  else either.addEventListener('abort', leave, { once: true });
  // The right may have been lost since the access check.
  await check();
  return either;
}
