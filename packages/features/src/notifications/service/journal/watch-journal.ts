import type { JournalChanged, ServerId } from '@tally/contract';
import { type Ctx, seconds } from '@tally/kernel';
import { JOURNAL_CHANNEL, readJournalCall } from '@tally/pipeline/delivery';
import { ABOUT_STREAMERS } from './journal.ts';

/** A page asks again at most this often, however much happens. */
const QUIET_MS = seconds(1);
/** A page loads its rows and subscribes a moment later. Changes in between are reported when it subscribes. */
const LOADING_MS = seconds(30);

/** The journal changes that this process receives, for all open pages. */
interface Desk {
  /** When each journal last changed, for recent changes; the latest at the end. */
  readonly changedAt: Map<ServerId, number>;
  readonly watching: Map<ServerId, Set<() => void>>;
  /** No change after this was missed. */
  since: number;
}

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

async function openDesk({ clock, listen }: Ctx): Promise<Desk> {
  const now = () => clock.now().getTime();
  const desk: Desk = { changedAt: new Map(), watching: new Map(), since: Number.POSITIVE_INFINITY };
  const hear = (call: string) => {
    const { owner, serverIds } = readJournalCall(call);
    // As in the pages of the journal: messages of other features are not about followed creators.
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
  // Changes during a database outage were missed, so every page is notified.
  const makeUpFor = () => {
    desk.since = now();
    for (const wakes of desk.watching.values()) for (const wake of wakes) wake();
  };
  await listen(JOURNAL_CHANNEL, hear, makeUpFor);
  desk.since = now();
  return desk;
}

/**
 * Reports that the journal of a server, or its followed creators, changed, in any process. The page then reads the new
 * state, so an open page without changes costs no query.
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
