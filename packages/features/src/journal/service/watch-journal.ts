import type { JournalChanged, ServerId } from '@tally/contract';
import { createBell, type Topic } from '@tally/infra/signal';
import { type Ctx, seconds } from '@tally/kernel';
import { JOURNAL_CHANNEL, readJournalCall } from '@tally/pipeline/delivery';
import { ABOUT_STREAMERS } from './read.ts';

/** A page is notified at most this often, so it does not reload for every change. */
const QUIET_MS = seconds(1);

const journals: Topic<true> = {
  channel: JOURNAL_CHANNEL,
  // Ignores messages of other features, as the journal's pages do.
  read(call) {
    const { owner, serverIds } = readJournalCall(call);
    return ABOUT_STREAMERS.some((each) => each === owner) ? serverIds.map((serverId) => [serverId, true]) : [];
  },
  /** A page subscribes a moment after it loads its rows, so we also report changes from this long before. */
  recentMs: seconds(30),
};

/**
 * Notifies an open page when the server's journal or followed creators change in any process. The page then loads the
 * new state, so it costs no query until something changes.
 */
export async function* watchJournal(ctx: Ctx, serverId: ServerId, signal: AbortSignal): AsyncGenerator<JournalChanged> {
  const bell = createBell(ctx.timers, signal);
  const leave = await ctx.signals.hear(journals, serverId, bell.ring);
  try {
    for (;;) {
      await bell.next();
      if (signal.aborted) return;
      yield { changed: true };
      await ctx.timers.pause(QUIET_MS, signal);
    }
  } finally {
    leave();
  }
}
