import { LATENCY_GOAL, type Latency, type LatencyOf, type LatencyRow, LatencyWay, Platform } from '@tally/contract';
import { type Ctx, days, minutes, seconds } from '@tally/kernel';
import { countLatency, findClockOffsetMs } from '@tally/pipeline/delivery';
import { keepLatency, listLatency } from '../store/latency.ts';
import { dayOf, SHOWN_DAYS } from './times.ts';

/** Cached, because the figures are public and change only once an hour. */
const READ_EVERY_MS = minutes(1);
const CLOCK_OFF_MS = seconds(1);

const spanOf = (day: string) => ({ from: new Date(day), to: new Date(Date.parse(day) + days(1)) });
const daysAgo = (now: Date, count: number): string => dayOf(new Date(now.getTime() - days(count)));

/** Measures recent days again: today so far, and days that were measured before they ended. */
export async function measureLatency(ctx: Ctx, { last }: { last: number }): Promise<void> {
  const now = ctx.clock.now();
  for (let ago = 0; ago < last; ago += 1) {
    const day = daysAgo(now, ago);
    await keepLatency(ctx.db, day, await countLatency(ctx.db, spanOf(day)));
  }
}

/** Returns a day's stored figures, and the figures that the journal gives now. */
export async function compareLatency(ctx: Ctx, day: string): Promise<{ stored: LatencyRow[]; counted: LatencyRow[] }> {
  const counted = (await countLatency(ctx.db, spanOf(day))).map((row) => ({ ...row, day }));
  return { stored: await listLatency(ctx.db, { from: day, until: day }), counted };
}

export async function readLatencyOfYear(ctx: Ctx, year: number): Promise<LatencyRow[]> {
  return await listLatency(ctx.db, { from: `${year}-01-01`, until: `${year}-12-31` });
}

export async function readLatency(ctx: Ctx, count: number): Promise<Latency> {
  const now = ctx.clock.now();
  const [from, until] = [daysAgo(now, SHOWN_DAYS - 1), dayOf(now)];
  const { rows, clockOffsetMs } = await ctx.cache.get(`status/latency ${until}`, READ_EVERY_MS, async () => ({
    rows: await listLatency(ctx.db, { from, until }),
    clockOffsetMs: await findClockOffsetMs(ctx.db),
  }));
  const first = daysAgo(now, count - 1);
  const platforms = Platform.options.flatMap((platform) =>
    LatencyWay.options.flatMap((way) => {
      const own = rows.filter((row) => row.platform === platform && row.way === way);
      return own.length > 0 ? [figuresOf({ platform, way }, own, first)] : [];
    }),
  );
  const pushed = rows.filter((row) => row.day >= first && row.span === 'arrived');
  return {
    days: count,
    from,
    until,
    goal: LATENCY_GOAL,
    messages: sumOf(pushed, messagesIn),
    share: shareOf(pushed),
    clockOffsetMs,
    isClockOff: clockOffsetMs !== null && Math.abs(clockOffsetMs) > CLOCK_OFF_MS,
    platforms,
  };
}

function figuresOf(name: Pick<LatencyOf, 'platform' | 'way'>, rows: readonly LatencyRow[], first: string): LatencyOf {
  const spanned = (span: LatencyRow['span']) => rows.filter((row) => row.span === span);
  const judged = spanned(name.way === 'push' ? 'arrived' : 'told');
  const shown = (list: readonly LatencyRow[]) => list.filter((row) => row.day >= first);
  const recent = shown(judged);
  return {
    ...name,
    messages: sumOf(recent, messagesIn),
    share: shareOf(recent),
    arrived: spreadOf(shown(spanned('arrived'))),
    told: spreadOf(shown(spanned('told'))),
    failed: sumOf(recent, ({ failed }) => failed),
    unconfirmed: sumOf(recent, ({ unconfirmed }) => unconfirmed),
    leftOut: sumOf(recent, ({ leftOut }) => leftOut),
    odd: sumOf(shown(spanned('told')), ({ odd }) => odd),
    days: judged.flatMap((row) => {
      const share = shareOf([row]);
      return share === null ? [] : [{ day: row.day, messages: messagesIn(row), share }];
    }),
  };
}

const sumOf = (rows: readonly LatencyRow[], read: (row: LatencyRow) => number): number =>
  rows.reduce((sum, row) => sum + read(row), 0);

/** Also counts messages that were never visible. */
const messagesIn = ({ count, failed, unconfirmed }: LatencyRow): number => count + failed + unconfirmed;

function shareOf(rows: readonly LatencyRow[]): number | null {
  const all = sumOf(rows, messagesIn);
  return all === 0 ? null : sumOf(rows, ({ count, over30s }) => count - over30s) / all;
}

/**
 * Percentiles of days cannot be added up. The weighted median of the medians describes the typical day. The worst day's
 * percentile is an upper bound for the whole period. For a single day, both are exact.
 */
function spreadOf(rows: readonly LatencyRow[]): LatencyOf['told'] {
  const measured = rows.flatMap(({ p50, p99, count }) => (p50 === null || p99 === null ? [] : [{ p50, p99, count }]));
  const half = measured.reduce((sum, { count }) => sum + count, 0) / 2;
  let upTo = 0;
  const typical = measured
    .toSorted((one, other) => one.p50 - other.p50)
    .find(({ count }) => {
      upTo += count;
      return upTo >= half;
    });
  return typical ? { p50: typical.p50, p99: Math.max(...measured.map(({ p99 }) => p99)) } : null;
}
