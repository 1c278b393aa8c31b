import type { ServerId } from '@tally/contract';
import { type Ctx, days, defineJob } from '@tally/kernel';
import { z } from 'zod';
import { forgetChannels, forgetSessions, listSeenSince } from '../../detection/index.ts';
import { ownerNamed } from '../owner.ts';
import { deleteDone, listOld, listReferencedSessions, type Old, pageServers } from '../store/forget.ts';

/**
 * Lists show when something was last posted about a subject, so the last message of each kind is kept this much
 * longer.
 */
const LAST_KEPT_MS = days(365);
/** The built-in database has one connection, so a statement must take only a few hundredths of a second. */
const AT_ONCE = 500;
const SERVERS_AT_ONCE = 200;
const OF_EACH_AT_ONCE = 10;

/**
 * Deletes old messages, then their streams, then channels without followers. It uses small statements and deletes only
 * rows that no longer change, so no other work waits for it. An interrupted run continues the next night. See decision
 * 0111.
 */
export const forgetOld = defineJob({
  name: 'delivery/forget-old',
  data: z.object({}),
  concurrency: 1,
  expireSeconds: 3 * 3_600,
  retryLimit: 1,
  schedule: '7 2 * * *',
  async run(ctx, _data, { signal }) {
    const before = new Date(ctx.clock.now().getTime() - days(ctx.config.JOURNAL_DAYS));
    const rows = await forgetDeliveriesBefore(ctx, { before, signal });
    const isTold = (ids: readonly string[]) => listReferencedSessions(ctx.db, ids);
    const sessions = await forgetSessions(ctx, { before, isTold, signal });
    const channels = await forgetChannels(ctx, { before, signal });
    ctx.log.info({ rows, sessions, channels, before }, 'what is older than journals are kept was forgotten');
  },
});

interface Night {
  readonly before: Date;
  readonly signal: AbortSignal;
}

async function forgetDeliveriesBefore(ctx: Ctx, night: Night): Promise<number> {
  let gone = 0;
  for (let after: ServerId | null | '' = ''; after !== null && !night.signal.aborted; ) {
    const page = await pageServers(ctx.db, { after, before: night.before, limit: SERVERS_AT_ONCE });
    if (page.due.length > 0) gone += await forgetThoseOf(ctx, night, page.due);
    after = page.last;
  }
  return gone;
}

/** Most servers have a few rows per night and share a statement. A server with more rows gets its own statements. */
async function forgetThoseOf(ctx: Ctx, night: Night, serverIds: readonly ServerId[]): Promise<number> {
  const { before } = night;
  const lastBefore = new Date(before.getTime() - LAST_KEPT_MS);
  const old = await listOld(ctx.db, { serverIds, before, lastBefore, limit: OF_EACH_AT_ONCE });
  let gone = await forgetFree(ctx, old, before);
  for (const [serverId, rows] of Map.groupBy(old, (row) => row.serverId)) {
    let last = rows;
    for (let limit = OF_EACH_AT_ONCE; last.length === limit && !night.signal.aborted; limit = AT_ONCE) {
      last = await listOld(ctx.db, { serverIds: [serverId], before, lastBefore, after: last.at(-1), limit: AT_ONCE });
      gone += await forgetFree(ctx, last, before);
    }
  }
  return gone;
}

async function forgetFree(ctx: Ctx, old: readonly Old[], before: Date): Promise<number> {
  let gone = 0;
  for (let from = 0; from < old.length; from += AT_ONCE) {
    gone += await deleteDone(ctx.db, await listFree(ctx, old.slice(from, from + AT_ONCE), before));
    await ctx.timers.breathe();
  }
  return gone;
}

/** Keeps rows whose stream is still live or was live recently, and rows that their feature still needs. */
async function listFree(ctx: Ctx, old: readonly Old[], before: Date): Promise<string[]> {
  const sessionIds = new Set(old.flatMap(({ sessionId }) => sessionId ?? []));
  const running = await listSeenSince(ctx.db, [...sessionIds], before);
  const needed = new Set<string>();
  for (const [owner, rows] of Map.groupBy(old, (row) => row.owner)) {
    const subjects = [...new Set(rows.map(({ subject }) => subject))];
    for (const key of (await ownerNamed(ctx, owner)?.stillNeeds?.(ctx, subjects)) ?? []) needed.add(key);
  }
  const isFree = ({ sessionId, dedupeKey }: Old) =>
    !(sessionId !== null && running.has(sessionId)) && !needed.has(dedupeKey);
  return old.filter(isFree).map(({ id }) => id);
}
