import type { ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, days, declareJob } from '@tally/kernel';
import { intend, reconsider } from '@tally/pipeline/delivery';
import { z } from 'zod';
import { quietUntil } from '../match/quiet.ts';
import {
  deleteSentBefore,
  deleteUntoldBefore,
  insertHeld,
  listHeld,
  listHolders,
  lockWaiting,
  putInDigest,
} from '../store/held.ts';
import { listRules } from '../store/overrides.ts';
import type { HeldRow } from '../tables.ts';
import { fanOutOf, listStoppedDigests, newDigest, resumeDigests, targetOf } from './stopped-digests.ts';
import { listAwake, loadServerRules, SETTLING_MS } from './verdicts.ts';

/** An event that waits for the digest of its channel. */
export type Held = Omit<HeldRow, 'heldAt' | 'toldAt' | 'digestKey' | 'digestAt'>;

/** Runs when quiet hours with held events end, which may be any minute. The schedule covers missed runs. */
export const endQuietHours = declareJob({
  name: 'overrides/end-quiet-hours',
  data: z.object({}),
  concurrency: 1,
  schedule: '* * * * *',
});

/** Stores events for a digest, each only once. Runs in the transaction that writes the journal row. */
export async function holdForDigest(ctx: Ctx, tx: Db, held: readonly Held[]): Promise<void> {
  const heldAt = ctx.clock.now();
  await insertHeld(
    tx,
    held.map((each) => ({ ...each, heldAt, digestKey: null, digestAt: null, toldAt: null })),
  );
  const rules = await listRules(tx, [...new Set(held.map(({ serverId }) => serverId))]);
  const ends = rules.flatMap(({ quietHours }) => (quietHours && quietUntil(quietHours, heldAt)) ?? []);
  for (const end of new Set(ends.map((each) => each.getTime()))) {
    const startAfter = new Date(end + SETTLING_MS);
    await ctx.queue.send(endQuietHours, {}, { tx, startAfter, singletonKey: startAfter.toISOString() });
  }
}

/** When the digest for an event is or was due, in the server's time zone. */
export interface Digest {
  readonly at: Date;
  readonly timeZone: string;
  readonly isTold: boolean;
  /** True if the digest could not be posted and will be retried. */
  readonly isStopped: boolean;
}

export async function digestsOf(ctx: Ctx, dedupeKeys: readonly string[]): Promise<ReadonlyMap<string, Digest>> {
  const rows = await listHeld(ctx.db, dedupeKeys);
  const serverIds = [...new Set(rows.map(({ serverId }) => serverId))];
  const isUntold = rows.some(({ digestKey, toldAt }) => digestKey !== null && toldAt === null);
  const [rules, failed] = await Promise.all([
    loadServerRules(ctx, serverIds),
    isUntold ? listStoppedDigests(ctx.db, serverIds) : [],
  ]);
  const stopped = new Set<string | null>(failed.map(({ dedupeKey }) => dedupeKey));
  const now = ctx.clock.now();
  return new Map(
    rows.map(({ dedupeKey, serverId, digestKey, toldAt }) => {
      const quiet = rules.get(serverId)?.quietHours;
      // Outside quiet hours, the digest is about to be sent.
      const at = toldAt ?? (quiet && quietUntil(quiet, now)) ?? now;
      const isStopped = toldAt === null && stopped.has(digestKey);
      return [dedupeKey, { at, timeZone: quiet?.timeZone ?? 'UTC', isTold: toldAt !== null, isStopped }];
    }),
  );
}

const SERVERS_AT_ONCE = 500;
/** Events this old are no longer posted. A digest that fails for this long is outdated. */
const REMEMBERED_MS = days(7);

/**
 * Posts held events wherever quiet hours have ended. Only the clock and the rows decide, so the next run catches up
 * after a night in which no process ran.
 */
export async function sendDigests(ctx: Ctx): Promise<void> {
  const longAgo = new Date(ctx.clock.now().getTime() - REMEMBERED_MS);
  await deleteSentBefore(ctx.db, longAgo);
  await deleteUntoldBefore(ctx.db, longAgo);
  let after = '';
  for (;;) {
    const holders = await listHolders(ctx.db, after, SERVERS_AT_ONCE);
    const last = holders.at(-1);
    if (last === undefined) return;
    const awake = await listAwake(ctx, holders);
    // Runs first, because events of a deleted channel move to another channel's digest.
    await resumeDigests(ctx, awake);
    for (const serverId of awake) await sendDigest(ctx, serverId);
    after = last;
  }
}

/**
 * Locks the held events and creates the digest in one transaction, so each event is in only one digest. A digest that
 * could not be posted also includes newer events.
 */
async function sendDigest(ctx: Ctx, serverId: ServerId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const held = await lockWaiting(tx, serverId);
    if (held.length === 0) return;
    const stopped = new Map((await listStoppedDigests(tx, [serverId])).map((each) => [each.channelId, each]));
    const digestAt = ctx.clock.now();
    for (const [channelId, rows] of Map.groupBy(held, (row) => row.channelId)) {
      const former = stopped.get(channelId);
      const goesOn = former && (await reconsider(ctx, tx, fanOutOf(ctx), [targetOf(former)], ['failed'])).size > 0;
      const fresh = newDigest(ctx, rows);
      if (!goesOn) await intend(ctx, tx, [fresh]);
      const digestKey = goesOn ? former.dedupeKey : fresh.dedupeKey;
      await putInDigest(
        tx,
        rows.map((row) => row.dedupeKey),
        { digestKey, digestAt },
      );
    }
  });
}
