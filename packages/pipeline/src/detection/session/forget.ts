import type { Ctx } from '@tally/kernel';
import { type ChannelKey, deleteDeserted, deleteSessions, listOldSessions, pageChannels } from '../store/forget.ts';

export { listSeenSince } from '../store/forget.ts';

/** The test of overrides reads this many. A server that returns after a long time also still has a last stream. */
const NEWEST_KEPT = 20;
const CHANNELS_AT_ONCE = 200;
/** The limit per channel and night. The following nights delete the rest. */
const PER_CHANNEL = 100;
const DELETED_AT_ONCE = 500;

export interface Forgetting {
  /** Selects only sessions that ended or were last seen before this time. */
  readonly before: Date;
  readonly signal: AbortSignal;
}

/** Deletes sessions that can no longer be queried. Returns the count. */
export async function forgetSessions(
  ctx: Ctx,
  about: Forgetting & { readonly isTold: (ids: readonly string[]) => Promise<ReadonlySet<string>> },
): Promise<number> {
  const { before, signal, isTold } = about;
  let gone = 0;
  for await (const channels of eachPage(ctx, signal)) {
    const old = await listOldSessions(ctx.db, { channels, before, newest: NEWEST_KEPT, perChannel: PER_CHANNEL });
    for (let from = 0; from < old.length; from += DELETED_AT_ONCE) {
      const some = old.slice(from, from + DELETED_AT_ONCE);
      const told = await isTold(some);
      const free = some.filter((id) => !told.has(id));
      gone += await deleteSessions(ctx.db, free, before);
    }
  }
  return gone;
}

/** Deletes channels without remaining data that have had no followers since before this date. Returns the count. */
export async function forgetChannels(ctx: Ctx, { before, signal }: Forgetting): Promise<number> {
  let gone = 0;
  for await (const channels of eachPage(ctx, signal)) gone += await deleteDeserted(ctx.db, channels, before);
  return gone;
}

async function* eachPage(ctx: Ctx, signal: AbortSignal): AsyncGenerator<readonly ChannelKey[]> {
  for (let after: ChannelKey | null = null; !signal.aborted; ) {
    const page: ChannelKey[] = await pageChannels(ctx.db, after, CHANNELS_AT_ONCE);
    if (page.length > 0) yield page;
    after = page.at(-1) ?? null;
    if (page.length < CHANNELS_AT_ONCE) return;
    await ctx.timers.breathe();
  }
}
