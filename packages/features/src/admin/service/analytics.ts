import { type Analytics, perPlatformToLink, perStreamerTotal } from '@tally/contract';
import { type Figure, type FigureKind, listFigures } from '@tally/infra/figures';
import { type Ctx, days } from '@tally/kernel';
import { USUAL_DAYS } from './figures.ts';
import { floorTo } from './roll-up.ts';

/** Returns all stored counts by day, week and month. */
export async function readAnalytics(ctx: Ctx, lookback = USUAL_DAYS): Promise<Analytics> {
  const from = new Date(floorTo(ctx.clock.now().getTime(), days(1)) - days(lookback - 1));
  const [rows, counted] = await Promise.all([
    listFigures(ctx.db, { kinds: ['command', 'button'], from, step: 'day' }),
    Promise.all(
      ctx.features.map(async (each) => ({ ...(await each.counts?.(ctx)), ...(await each.staff?.counts?.(ctx)) })),
    ),
  ]);
  const known: Record<string, number> = Object.assign({}, ...counted);
  const of = (name: string) => known[name] ?? 0;
  return { buttons: usageOf(rows, 'button'), commands: usageOf(rows, 'command'), db: stockOf(of) };
}

const stockOf = (of: (name: string) => number): Analytics['db'] => ({
  totalGuilds: of('totalGuilds'),
  totalUsers: of('totalUsers'),
  totalTeams: of('totalTeams'),
  totalNotifications: of('totalNotifications'),
  totalClips: of('totalClips'),
  totalVods: of('totalVods'),
  totalGiveaways: of('totalGiveaways'),
  totalStatChannels: of('totalStatChannels'),
  totalStatusRoles: of('totalStatusRoles'),
  totalR2Objects: of('totalR2Objects'),
  ...perStreamerTotal((platform) => of(`totalStreamers.${platform}`)),
  totalUsersLinkedWith: perPlatformToLink((platform) => of(`totalUsersLinkedWith.${platform}`)),
  totalServersUsingX: {
    autoLiveRoles: of('totalServersUsingX.autoLiveRoles'),
    birthday: of('totalServersUsingX.birthday'),
    notificationOverrides: of('totalServersUsingX.notificationOverrides'),
    statusRoles: of('totalServersUsingX.statusRoles'),
    welcomeLeaves: of('totalServersUsingX.welcomeLeaves'),
  },
});

type Usage = Analytics['commands'];
type Periods = Usage['global'];

function usageOf(rows: readonly Figure[], kind: FigureKind): Usage {
  const own = rows.filter((row) => row.kind === kind);
  const names = Map.groupBy(own, ({ name }) => name);
  return {
    global: periodsOf(own),
    usages: Object.fromEntries([...names].map(([name, those]) => [name, periodsOf(those)])),
  };
}

function periodsOf(rows: readonly Figure[]): Periods {
  const periods: Periods = { daily: {}, weekly: {}, monthly: {} };
  for (const { hour, count } of rows) {
    const day = hour.toISOString().slice(0, 10);
    add(periods.daily, day, count);
    add(periods.weekly, weekOf(hour), count);
    add(periods.monthly, day.slice(0, 7), count);
  }
  return periods;
}

function add(counts: Record<string, number>, key: string, count: number): void {
  counts[key] = (counts[key] ?? 0) + count;
}

/** In ISO 8601, a week belongs to the year of its Thursday. */
export function weekOf(moment: Date): string {
  const thursday = new Date(floorTo(moment.getTime(), days(1)));
  thursday.setUTCDate(thursday.getUTCDate() + 3 - ((thursday.getUTCDay() + 6) % 7));
  const newYear = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week = 1 + Math.floor((thursday.getTime() - newYear) / days(7));
  return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, '0')}`;
}
