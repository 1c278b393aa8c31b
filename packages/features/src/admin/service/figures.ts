import type { Figures, FiguresPoint, NamedAmount, QueueLine, Took } from '@tally/contract';
import { type Figure, type FigureKind, listFigures, sumFigures } from '@tally/infra/figures';
import { type Ctx, days, hours } from '@tally/kernel';
import { durationSteps, floorTo, LONGEST_STEP, rollUpSoon } from './roll-up.ts';

export const USUAL_DAYS = 7;
/** Hourly bars would be too narrow for longer periods. */
const BY_HOUR_DAYS = 7;

type Sums = readonly Pick<Figure, 'kind' | 'name' | 'count'>[];

/** The period includes the current hour or day. */
export async function readFigures(ctx: Ctx, lookback = USUAL_DAYS): Promise<Figures> {
  await rollUpSoon(ctx);
  const step = lookback <= BY_HOUR_DAYS ? ('hour' as const) : ('day' as const);
  const stepMs = step === 'hour' ? hours(1) : days(1);
  const to = floorTo(ctx.clock.now().getTime(), stepMs) + stepMs;
  const from = to - days(lookback);
  const [rows, now, before] = await Promise.all([
    listFigures(ctx.db, { kinds: all, from: new Date(from), step, unnamed: ['command', 'button', 'trouble'] }),
    sumFigures(ctx.db, { from: new Date(from), to: new Date(to) }),
    sumFigures(ctx.db, { from: new Date(from - days(lookback)), to: new Date(from) }),
  ]);
  const amount = (kind: FigureKind, name?: string) => ({
    now: total(now, kind, name),
    before: total(before, kind, name),
  });
  const byHour = Map.groupBy(rows, ({ hour }) => hour.getTime());
  return {
    lookback,
    step,
    from: new Date(from),
    totals: {
      posted: amount('posted'),
      failed: amount('failed'),
      commands: amount('command'),
      buttons: amount('button'),
      serversCame: amount('server', 'came'),
      serversWent: amount('server', 'went'),
      peopleCame: amount('person', 'came'),
      peopleWent: amount('person', 'went'),
    },
    took: { now: durationsOf(now), before: durationsOf(before) },
    commands: named('command', now, before),
    buttons: named('button', now, before),
    troubles: named('trouble', now, before),
    points: Array.from({ length: Math.round((to - from) / stepMs) }, (_, place) => {
      const at = from + place * stepMs;
      return pointOf(new Date(at), byHour.get(at) ?? []);
    }),
  };
}

const all: readonly FigureKind[] = ['command', 'button', 'posted', 'failed', 'took', 'trouble', 'server', 'person'];

const pointOf = (at: Date, rows: Sums): FiguresPoint => ({
  at,
  posted: bySource(rows, 'posted'),
  failed: bySource(rows, 'failed'),
  took: durationsOf(rows),
  commands: total(rows, 'command'),
  buttons: total(rows, 'button'),
  servers: { came: total(rows, 'server', 'came'), went: total(rows, 'server', 'went') },
  people: { came: total(rows, 'person', 'came'), went: total(rows, 'person', 'went') },
});

const total = (rows: Sums, kind: FigureKind, name?: string): number =>
  rows.reduce(
    (sum, row) => (row.kind === kind && (name === undefined || row.name === name) ? sum + row.count : sum),
    0,
  );

/** `kick/live` and `kick/clip` both count as Kick. */
function bySource(rows: Sums, kind: FigureKind): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const row of rows) {
    if (row.kind !== kind) continue;
    const source = row.name.split('/')[0] ?? row.name;
    sums[source] = (sums[source] ?? 0) + row.count;
  }
  return sums;
}

/** Sorts by current count. A name without a current count is still listed if it had one before. */
function named(kind: FigureKind, now: Sums, before: Sums): NamedAmount[] {
  const names = new Set([...now, ...before].filter((row) => row.kind === kind).map(({ name }) => name));
  return [...names]
    .map((name) => ({ name, now: total(now, kind, name), before: total(before, kind, name) }))
    .toSorted((one, other) => other.now - one.now || other.before - one.before || (one.name < other.name ? -1 : 1));
}

/** Estimates percentiles, assuming that values are evenly distributed within each step. */
function durationsOf(rows: Sums): Took {
  const steps = [...durationSteps, LONGEST_STEP];
  const counts = steps.map((step) => total(rows, 'took', `${step}`));
  const sum = counts.reduce((so, each) => so + each, 0);
  const at = (share: number): number | null => {
    if (sum === 0) return null;
    let left = sum * share;
    for (const [place, count] of counts.entries()) {
      const [low, high] = [steps[place - 1] ?? 0, steps[place] ?? LONGEST_STEP];
      if (left <= count) return Math.round(low + ((high - low) * left) / Math.max(1, count));
      left -= count;
    }
    return LONGEST_STEP;
  };
  return { p50Ms: at(0.5), p95Ms: at(0.95) };
}

/** Lists queues with failed jobs first, then those with the most waiting jobs. */
export async function listQueueLines(ctx: Ctx): Promise<QueueLine[]> {
  const lines = await ctx.queue.counts();
  return lines.toSorted(
    (one, other) => other.parked - one.parked || other.waiting - one.waiting || (one.name < other.name ? -1 : 1),
  );
}
