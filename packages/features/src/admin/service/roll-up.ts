import { type Figure, type FigureKind, findNewestHour, foldFigures, replaceFigures } from '@tally/infra/figures';
import { type Ctx, days, hours, seconds } from '@tally/kernel';
import { countFailedByHour, countPostedByHour } from '@tally/pipeline/delivery';

/** Messages are kept slightly longer than hourly counts, so a recount never misses any. */
const HOURS_KEPT_DAYS = 90;
const OFTEN_ENOUGH_MS = seconds(30);
const HOUR_MS = hours(1);
const DAY_MS = days(1);

const counted = ['posted', 'failed', 'took', 'trouble'] as const satisfies readonly FigureKind[];

/** Upper limits of the delivery times that are counted together. Values within a step are estimated. */
export const durationSteps = [
  100, 250, 500, 750, 1_000, 1_500, 2_000, 3_000, 4_000, 5_000, 7_500, 10_000, 15_000, 20_000, 30_000, 45_000, 60_000,
  120_000, 300_000, 600_000, 1_800_000,
];
/** Counts every delivery that took longer than the last step. */
export const LONGEST_STEP = 3_600_000;

/** Runs before counts are read, so they include the current hour. */
export const rollUpSoon = async (ctx: Ctx): Promise<true> =>
  await ctx.cache.get('admin/rolled-up', OFTEN_ENOUGH_MS, async () => {
    await rollUp(ctx);
    return true as const;
  });

/**
 * Counts posted and failed messages per hour from the messages themselves, so even a crash cannot lose or double a
 * count. The latest counted hour is counted again, because it was incomplete.
 */
export async function rollUp(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now().getTime();
  const earliest = floorTo(now - days(HOURS_KEPT_DAYS - 1), DAY_MS);
  const newest = await findNewestHour(ctx.db, counted);
  let from = Math.max(earliest, newest ? newest.getTime() - HOUR_MS : 0);
  while (from <= now) {
    const to = Math.min(from + DAY_MS, floorTo(now, HOUR_MS) + HOUR_MS);
    await countSpan(ctx, { from: new Date(from), to: new Date(to) });
    from = to;
  }
}

async function countSpan(ctx: Ctx, span: { from: Date; to: Date }): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const posted = await countPostedByHour(tx, span, durationSteps);
    const failed = await countFailedByHour(tx, span);
    await replaceFigures(
      tx,
      { kinds: counted, ...span },
      merged([
        ...posted.map(({ source, kind, ...row }) => figure('posted', `${source}/${kind}`, row)),
        ...posted
          .filter(({ kind }) => kind === 'live')
          .map(({ tookMs, ...row }) => figure('took', `${tookMs ?? LONGEST_STEP}`, row)),
        ...failed.map(({ source, ...row }) => figure('failed', source, row)),
        ...failed.map(({ reason, ...row }) => figure('trouble', reason ?? 'unknown', row)),
      ]),
    );
  });
}

export async function fold(ctx: Ctx): Promise<void> {
  await foldFigures(ctx.db, new Date(floorTo(ctx.clock.now().getTime() - days(HOURS_KEPT_DAYS), DAY_MS)));
}

const figure = (kind: FigureKind, name: string, { hour, count }: Pick<Figure, 'hour' | 'count'>): Figure => ({
  kind,
  name,
  hour,
  count,
});

function merged(rows: readonly Figure[]): Figure[] {
  const alike = Map.groupBy(rows, ({ kind, name, hour }) => `${kind} ${name} ${hour.getTime()}`);
  return [...alike.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, count: others.reduce((sum, { count }) => sum + count, first.count) }] : [],
  );
}

export const floorTo = (ms: number, step: number): number => Math.floor(ms / step) * step;
