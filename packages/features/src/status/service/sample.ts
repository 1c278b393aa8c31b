import { isOurs } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, days, minutes } from '@tally/kernel';
import { addToDays, type DayCount, lockHealth, saveHealth } from '../store/health.ts';
import type { HealthRow } from '../tables.ts';
import { measure, type Sample } from './measure.ts';
import { findCovered, noteGap, openTrouble, settleTrouble } from './notice.ts';
import { dayOf, SAMPLE_EVERY_MS } from './times.ts';

/** One bad sample does not open an incident, and one good sample does not close it. */
const BAD_OPENS = 3;
const GOOD_CLOSES = 5;
/** Longer than a restart. A longer gap counts as an outage. */
const GAP_MS = minutes(3);

/** Measures all components, counts the samples, and opens and closes incidents. */
export async function sample(ctx: Ctx, look: (ctx: Ctx) => Promise<Sample> = measure): Promise<void> {
  const seen = await look(ctx);
  await ctx.db.transaction(async (tx) => {
    const before = new Map((await lockHealth(tx)).map((row) => [row.component, row]));
    const gap = await countGap(ctx, tx, [...before.values()]);
    const covered = await findCovered(ctx, tx);
    const rows: HealthRow[] = [];
    const counts: DayCount[] = [...gap];
    for (const [component, isGood] of seen) {
      const row = before.get(component);
      // A component that has never worked is not set up, so it cannot be down.
      if (!row && !isGood) continue;
      const next = withSample(row, isGood);
      rows.push({ component, ...next, sampledAt: ctx.clock.now(), sampledMs: Math.floor(ctx.timers.nowMs()) });
      // An announced maintenance does not count as downtime.
      if (isGood || !covered.maintained.has(component))
        counts.push({ component, day: dayOf(ctx.clock.now()), good: isGood ? 1 : 0, bad: isGood ? 0 : 1 });
      if (row?.state === 'up' && next.state === 'down' && !covered.all.has(component))
        await openTrouble(ctx, tx, {
          component,
          since: new Date(ctx.clock.now().getTime() - (BAD_OPENS - 1) * SAMPLE_EVERY_MS),
        });
      if (row?.state === 'down' && next.state === 'up') await settleTrouble(ctx, tx, component);
    }
    await saveHealth(tx, rows);
    await addToDays(tx, merged(counts));
  });
  const gauge = ctx.metrics.gauge({
    name: 'tally_component_up',
    help: '1: the last sample was good.',
    labels: ['component'],
  });
  for (const [component, isGood] of seen) gauge.set({ component }, isGood ? 1 : 0);
}

type Streak = Pick<HealthRow, 'state' | 'streak'>;

function withSample(row: Streak | undefined, isGood: boolean): Streak {
  if (!row || (row.state === 'up') === isGood) return { state: isGood ? 'up' : 'down', streak: 0 };
  const streak = row.streak + 1;
  if (streak < (isGood ? GOOD_CLOSES : BAD_OPENS)) return { state: row.state, streak };
  return { state: isGood ? 'up' : 'down', streak: 0 };
}

/** Counts an outage of our own once we are back, because we take no samples while we are down. */
async function countGap(ctx: Ctx, tx: Db, before: readonly HealthRow[]): Promise<DayCount[]> {
  const lastMs = Math.max(0, ...before.map(({ sampledMs }) => sampledMs));
  const missingMs = ctx.timers.nowMs() - lastMs;
  const ours = before.map(({ component }) => component).filter(isOurs);
  if (lastMs === 0 || missingMs < GAP_MS || ours.length === 0) return [];
  const now = ctx.clock.now().getTime();
  await noteGap(ctx, tx, { components: ours, from: new Date(now - missingMs), to: new Date(now) });
  const missed = daysBetween(now - missingMs, now);
  return ours.flatMap((component) => missed.map(({ day, samples }) => ({ component, day, good: 0, bad: samples })));
}

/** The number of missing samples per day. */
function daysBetween(from: number, to: number): { day: string; samples: number }[] {
  const missed: { day: string; samples: number }[] = [];
  for (let at = from; at < to; ) {
    const endsAt = Math.min(to, Math.floor(at / days(1)) * days(1) + days(1));
    missed.push({ day: dayOf(new Date(at)), samples: Math.round((endsAt - at) / SAMPLE_EVERY_MS) });
    at = endsAt;
  }
  return missed;
}

/** One statement cannot write the same row twice, so counts of one day are merged. */
function merged(counts: readonly DayCount[]): DayCount[] {
  const byKey = new Map<string, DayCount>();
  for (const each of counts) {
    const key = `${each.component} ${each.day}`;
    const known = byKey.get(key);
    byKey.set(key, known ? { ...each, good: known.good + each.good, bad: known.bad + each.bad } : each);
  }
  return [...byKey.values()];
}
