import { type Ctx, seconds } from '@tally/kernel';
import { readRightsCall, TEAMS_CHANNEL } from '../store/rights.ts';
import { mayManage, type RightOf } from './rights.ts';

/** While the right cannot be checked (the database is down), the page stays open, and we retry. */
const AGAIN_MS = seconds(1);

interface Watch {
  readonly right: RightOf;
  readonly doubt: () => void;
}
/** All open pages of this process that depend on a right. */
type Desk = Set<Watch>;

const desks = new WeakMap<Ctx['listen'], Promise<Desk>>();

function deskOf(ctx: Ctx): Promise<Desk> {
  const known = desks.get(ctx.listen);
  if (known) return known;
  const opening = openDesk(ctx);
  desks.set(ctx.listen, opening);
  // The next caller tries again.
  opening.catch(() => desks.delete(ctx.listen));
  return opening;
}

async function openDesk({ listen }: Ctx): Promise<Desk> {
  const desk: Desk = new Set();
  const hear = (call: string) => {
    const { leaderId, userId } = readRightsCall(call);
    for (const { right, doubt } of desk)
      if (right.leaderId === leaderId && (userId === null || right.userId === userId)) doubt();
  };
  // Calls may have been missed while the database was down.
  await listen(TEAMS_CHANNEL, hear, () => {
    for (const { doubt } of desk) doubt();
  });
  return desk;
}

/**
 * For a page that stays open: the returned signal aborts with the given one, and as soon as the person loses the right,
 * in any process. Without the right it is already aborted.
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
        ctx.log.warn({ err: error, ...right }, 'Whether somebody still has a right of a team could not be asked');
        await ctx.timers.pause(AGAIN_MS, either);
      }
    }
  };
  const desk = await deskOf(ctx);
  const watch: Watch = { right, doubt: () => void check() };
  if (!either.aborted) {
    desk.add(watch);
    either.addEventListener('abort', () => desk.delete(watch), { once: true });
  }
  // The right may have been lost between the gate and here.
  await check();
  return either;
}
