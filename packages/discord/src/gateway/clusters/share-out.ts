import type { Db } from '@tally/infra/db';
import type { Log, Timers } from '@tally/kernel';
import type { Claims } from '../admission.ts';
import { claimClusters, type Generation, readSituation, renew, type Situation } from '../store/clusters.ts';
import { deleteClaims } from '../store/told.ts';
import type { Held } from './held.ts';
import type { LookUp } from './look-up.ts';
import { advanceStep } from './numbering.ts';
import { nextStep, type Timing, wantedOf } from './share.ts';

/** The state that all processes share, as this process last read it. */
export interface Seen {
  situation: Situation;
  /** When that state was read. */
  at: number;
}

export async function look(db: Db, seen: Seen, timers: Timers): Promise<void> {
  seen.situation = await readSituation(db);
  seen.at = timers.nowMs();
}

/**
 * Runs one round: renews our leases, advances a change of the number of shards, takes our part and gives up the
 * excess. Slow work is not awaited, because the leases of all shards depend on the next round.
 */
export function createShareOut(about: {
  readonly db: Db;
  readonly holder: string;
  readonly timing: Timing;
  readonly held: Held;
  readonly seen: Seen;
  readonly claims: Claims;
  readonly lookUp: LookUp;
  readonly timers: Timers;
  readonly log: Log;
}): () => Promise<void> {
  const { db, holder, timing, held, seen, claims, lookUp, timers, log } = about;
  let sawTwo = false;

  async function share(generation: Generation): Promise<void> {
    const own = held.list().filter((cluster) => cluster.generation === generation.generation);
    const count = wantedOf({ generation, situation: seen.situation, holder, held: own.length, timing });
    if (count > 0) {
      const askedAt = timers.nowMs();
      held.begin(await claimClusters(db, { holder, lastsMs: timing.leaseMs, ...generation, most: count }), askedAt);
    }
    const how = generation.phase === 'going' ? 'ended' : 'resumable';
    if (count < 0) for (const cluster of own.slice(count)) void held.giveAway(cluster, how);
  }

  /** Only one set of shards listens now, so events can no longer arrive twice. */
  async function tidy(): Promise<void> {
    if (seen.situation.generations.length > 1) sawTwo = true;
    else if (sawTwo) {
      // No new claims begin from here on, but a claim in progress would leave its row behind.
      await claims.answered();
      await deleteClaims(db);
      sawTwo = false;
    }
  }

  return async () => {
    const askedAt = timers.nowMs();
    const ready = held.list().filter((cluster) => cluster.isComplete());
    const { leases, situation } = await renew(db, { holder, lastsMs: timing.leaseMs, ready });
    Object.assign(seen, { situation, at: timers.nowMs() });
    await lookUp.untilFirst();
    held.renew(leases, askedAt);
    await tidy();
    const step = nextStep(seen.situation, timing);
    if (step) {
      await advanceStep(db, step, log);
      await look(db, seen, timers);
    }
    for (const generation of seen.situation.generations) await share(generation);
    lookUp.ifDue();
  };
}
