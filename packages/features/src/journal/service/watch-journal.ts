import type { JournalChanged, ServerId } from '@tally/contract';
import { createBell, type Topic } from '@tally/infra/signal';
import { type Ctx, seconds } from '@tally/kernel';
import { JOURNAL_CHANNEL, readJournalCall } from '@tally/pipeline/delivery';
import { ABOUT_STREAMERS } from './read.ts';

/** A page asks again at most this often, no matter how much happens. */
const QUIET_MS = seconds(1);

const journals: Topic<true> = {
  channel: JOURNAL_CHANNEL,
  // Like the pages of the journal, excludes messages of other features.
  read(call) {
    const { owner, serverIds } = readJournalCall(call);
    return ABOUT_STREAMERS.some((each) => each === owner) ? serverIds.map((serverId) => [serverId, true]) : [];
  },
  /** A page loads its rows and subscribes a moment later. Changes in between are reported when it subscribes. */
  recentMs: seconds(30),
};

/**
 * Reports changes to a server's journal or followed creators in any process. The page then reads the new state, so an
 * open page without changes costs no query.
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
