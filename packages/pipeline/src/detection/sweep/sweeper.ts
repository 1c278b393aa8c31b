import type { Platform } from '@tally/contract';
import { type Ctx, type PlatformDefinition, seconds, UpstreamError } from '@tally/kernel';
import { endDueGraces } from '../session/graces.ts';
import { askAllSoon } from '../store/due.ts';
import { addBorrowed } from '../store/leads.ts';
import { countWatched, listWatchedPlatforms } from '../store/watches.ts';
import { budgetOf } from './budget.ts';
import { sweepClips } from './clips.ts';
import { createLead, SWEEP } from './lead.ts';
import { measureBudget, measureCalls, measureState } from './meters.ts';
import { ROUND_MS } from './pace.ts';
import { sweepRecordings } from './recording.ts';
import { platformStates } from './states.ts';
import { sweep } from './sweep.ts';

const LONGEST_PAUSE_MS = 60_000;
const SHORTEST_PAUSE_MS = 100;
const GRACES_EVERY_MS = seconds(1);
const COUNTED_EVERY_MS = seconds(15);

export interface Sweeper {
  stop(): Promise<void>;
}

/**
 * Sweeps every platform over and over. One worker at a time leads a platform. Its lease is short, so another takes
 * over soon after the leader is gone.
 */
export function startSweeper(makeCtx: () => Ctx): Sweeper {
  const stopping = new AbortController();
  const { signal } = stopping;
  const first = makeCtx();
  const isWatched = openWatched();
  const loops = first.platforms.definitions.map((platform) => {
    const rounds = sweepRounds(first, platform, isWatched);
    const says = `sweep of ${platform.id}`;
    const running = repeat({ makeCtx, signal, round: (ctx) => rounds.run(ctx), everyMs: ROUND_MS, says });
    return running.then(() => rounds.stop(makeCtx()));
  });
  loops.push(
    repeat({ makeCtx, signal, round: endDueGraces, everyMs: GRACES_EVERY_MS, says: 'ends of streams' }),
    repeat({ makeCtx, signal, round: measureStates, everyMs: COUNTED_EVERY_MS, says: 'count of channels' }),
  );
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

/** Runs the rounds of one platform and keeps what this process remembers between them. */
function sweepRounds(first: Ctx, platform: PlatformDefinition, isWatched: IsWatched) {
  const work = `${SWEEP}${platform.id}`;
  const budget = budgetOf(first, platform);
  const lead = createLead(first, work, { tookOver: () => budget.empty(), borrowed: (count) => budget.owe(count) });
  let countedAt = Number.NEGATIVE_INFINITY;
  let watched = 0;
  let wasAt: Date | undefined;
  const round = async (ctx: Ctx): Promise<void> => {
    const now = ctx.clock.now();
    if (!wasAt || now < wasAt) await askAllSoon(ctx.db, platform.id, now);
    wasAt = now;
    if (ctx.timers.nowMs() - countedAt > COUNTED_EVERY_MS) {
      watched = await countWatched(ctx.db, platform.id);
      countedAt = ctx.timers.nowMs();
    }
    await sweep(ctx, platform, { budget, watched, mayGoOn: () => lead.isHeld(ctx) });
    await sweepClips(ctx, platform, budget);
    await sweepRecordings(ctx, platform, budget);
    measureBudget(ctx, platform.id, budget.left());
  };
  const tell = async (ctx: Ctx): Promise<void> => {
    const count = budget.borrowed();
    if (count > 0) await addBorrowed(ctx.db, work, count);
  };
  return {
    async run(ctx: Ctx): Promise<void> {
      if (!(await isWatched(ctx, platform.id))) return;
      const isLeading = await lead.isHeld(ctx);
      // The leader's own requests are already counted in its budget.
      if (!isLeading) return await tell(ctx);
      await lead.holdWhile(ctx, () => round(ctx));
      budget.borrowed();
    },
    stop: (ctx: Ctx) => lead.giveUp(ctx),
  };
}

type IsWatched = (ctx: Ctx, platform: Platform) => Promise<boolean>;

/**
 * Returns true if the platform has followed channels. One query per round covers all platforms, because most
 * installations use only a few. Uses the monotonic clock, like the rounds.
 */
function openWatched(): IsWatched {
  let askedAt = Number.NEGATIVE_INFINITY;
  let watched: Promise<readonly Platform[]> = Promise.resolve([]);
  return async ({ db, platforms, timers }, platform) => {
    if (timers.nowMs() - askedAt >= ROUND_MS / 2) {
      askedAt = timers.nowMs();
      watched = listWatchedPlatforms(
        db,
        platforms.definitions.map(({ id }) => id),
      );
    }
    return (await watched).includes(platform);
  };
}

async function measureStates(ctx: Ctx): Promise<void> {
  for (const state of await platformStates(ctx)) measureState(ctx, state);
  for (const { id } of ctx.platforms.definitions) await measureCalls(ctx, id);
}

interface Repeating {
  readonly makeCtx: () => Ctx;
  readonly signal: AbortSignal;
  readonly round: (ctx: Ctx) => Promise<void>;
  readonly everyMs: number;
  readonly says: string;
}

async function repeat({ makeCtx, signal, round, everyMs, says }: Repeating): Promise<void> {
  let trouble = 0;
  while (!signal.aborted) {
    const ctx = makeCtx();
    const startedAt = ctx.timers.nowMs();
    let wait: number;
    try {
      await round(ctx);
      trouble = 0;
      wait = Math.max(SHORTEST_PAUSE_MS, everyMs - (ctx.timers.nowMs() - startedAt));
    } catch (error) {
      // A problem with a platform or the database must not end the loop. It logs the error, waits longer and retries.
      trouble += 1;
      wait = Math.min(LONGEST_PAUSE_MS, Math.max(everyMs * 2 ** trouble, waitAskedBy(error)));
      ctx.log.warn({ error, nextTryMs: wait }, `${says} failed`);
    }
    await ctx.timers.pause(wait, signal);
  }
}

const waitAskedBy = (error: unknown): number => (error instanceof UpstreamError ? (error.retryAfterMs ?? 0) : 0);
