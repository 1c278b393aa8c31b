import type { JournalChanged, ServerId } from '@tally/contract';
import { type Ctx, seconds } from '@tally/kernel';
import { JOURNAL_CHANNEL, readJournalCall } from '@tally/pipeline/delivery';
import { ABOUT_STREAMERS } from './journal.ts';

/** However much happens, a page asks again no more often than this. */
const QUIET_MS = seconds(1);
/** A page comes with its answers and begins to listen a moment later. What changed in between is told as it begins. */
const LOADING_MS = seconds(30);

/** What this process hears of all journals, for everybody who watches one. */
interface Desk {
  /** When each of the journals last changed, of those that did a moment ago; the latest at the end. */
  readonly changedAt: Map<ServerId, number>;
  readonly watching: Map<ServerId, Set<() => void>>;
  /** From then on nothing was missed. */
  since: number;
}

const desks = new WeakMap<Ctx['listen'], Promise<Desk>>();

function deskOf(ctx: Ctx): Promise<Desk> {
  const known = desks.get(ctx.listen);
  if (known) return known;
  const opening = openDesk(ctx);
  desks.set(ctx.listen, opening);
  // Whoever comes next tries again.
  opening.catch(() => desks.delete(ctx.listen));
  return opening;
}

async function openDesk({ clock, listen }: Ctx): Promise<Desk> {
  const now = () => clock.now().getTime();
  const desk: Desk = { changedAt: new Map(), watching: new Map(), since: Number.POSITIVE_INFINITY };
  const hear = (call: string) => {
    const { owner, serverIds } = readJournalCall(call);
    // As in the pages of the journal: other features' messages are about nobody who is followed.
    if (!ABOUT_STREAMERS.some((each) => each === owner)) return;
    for (const serverId of serverIds) {
      desk.changedAt.delete(serverId);
      desk.changedAt.set(serverId, now());
      for (const wake of desk.watching.get(serverId) ?? []) wake();
    }
    for (const [serverId, at] of desk.changedAt) {
      if (now() - at <= LOADING_MS) break;
      desk.changedAt.delete(serverId);
    }
  };
  // Nobody knows what was missed while the database was away, so everybody is told.
  const makeUpFor = () => {
    desk.since = now();
    for (const wakes of desk.watching.values()) for (const wake of wakes) wake();
  };
  await listen(JOURNAL_CHANNEL, hear, makeUpFor);
  desk.since = now();
  return desk;
}

/**
 * Says that the journal of a server, or whom it follows, has changed, in whichever process it did. What it is now is
 * for the page to ask, so that an open page on which nothing happens costs no query at all.
 */
export async function* watchJournal(ctx: Ctx, serverId: ServerId, signal: AbortSignal): AsyncGenerator<JournalChanged> {
  const desk = await deskOf(ctx);
  const loadedAfter = ctx.clock.now().getTime() - LOADING_MS;
  let isChanged = desk.since > loadedAfter || (desk.changedAt.get(serverId) ?? 0) >= loadedAfter;
  let goOn = (): void => {};
  const wake = () => {
    isChanged = true;
    goOn();
  };
  const own = desk.watching.get(serverId) ?? new Set();
  desk.watching.set(serverId, own.add(wake));
  signal.addEventListener('abort', () => goOn(), { once: true });
  try {
    while (!signal.aborted) {
      if (isChanged) {
        isChanged = false;
        yield { changed: true };
        await ctx.timers.pause(QUIET_MS, signal);
      } else {
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
      }
    }
  } finally {
    own.delete(wake);
    if (own.size === 0) desk.watching.delete(serverId);
  }
}
