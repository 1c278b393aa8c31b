import type { PlatformDoors } from '@tally/kernel';

/** Kept for people who add a creator: the sweep leaves so much of a day's units alone. */
const RESERVE = 0.05;
const DAY_MS = 86_400_000;

/** A day of Google's ends at midnight in California: https://developers.google.com/youtube/v3/determine_quota_cost */
const pacific = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Los_Angeles',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

function readDay(now: Date): { day: string; msLeft: number } {
  const parts = new Map(pacific.formatToParts(now).map(({ type, value }) => [type, value]));
  const part = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name));
  const passed = ((part('hour') * 60 + part('minute')) * 60 + part('second')) * 1_000 + (now.getTime() % 1_000);
  return { day: `${part('year')}-${part('month')}-${part('day')}`, msLeft: DAY_MS - passed };
}

/**
 * What is left of the day's units. Each process counts what it spent itself; Google, who counts everybody's, has the
 * last word with its 403.
 */
export interface Quota {
  /** False: the sweep asks nothing more before `resetAt`. */
  maySweep(): boolean;
  /** Every call costs one, one that is refused too. */
  spend(): void;
  /** Google says that nothing is left. */
  exceeded(): void;
  resetAt(): Date;
  /** How many times slower than usual running streams are asked about, so that the units last until midnight. */
  slowness(): 1 | 2 | 5;
}

export function createQuota({ clock, config, log, metrics }: PlatformDoors): Quota {
  const limit = config.youtube.dailyUnits;
  let day = '';
  let used = 0;
  let isSaid = false;
  const left = metrics.gauge({
    name: 'youtube_units_left',
    help: 'Units of the YouTube Data API that are left of this day, as this process counts',
    collect: () => {
      today();
      left.set(Math.max(0, limit - used));
    },
  });
  const spent = metrics.counter({ name: 'youtube_units_total', help: 'Units of the YouTube Data API that were spent' });

  const today = () => {
    const read = readDay(clock.now());
    if (read.day !== day) {
      day = read.day;
      used = 0;
      isSaid = false;
    }
    return read;
  };
  const resetAt = () => new Date(clock.now().getTime() + today().msLeft);
  const say = (why: string) => {
    if (isSaid) return;
    isSaid = true;
    log.error(
      { limit, used, resetAt: resetAt() },
      `${why}: YouTube is not asked before the day ends in California. YOUTUBE_DAILY_UNITS names a larger quota.`,
    );
  };

  return {
    maySweep() {
      today();
      if (used < limit * (1 - RESERVE)) return true;
      say('The units of this day are used up but for a reserve');
      return false;
    },
    spend() {
      today();
      used += 1;
      spent.inc();
    },
    exceeded() {
      today();
      used = Math.max(used, limit);
      say('Google says that the units of this day are used up');
    },
    resetAt,
    slowness() {
      const ofTheDay = today().msLeft / DAY_MS;
      const ofTheUnits = Math.max(0, 1 - used / (limit * (1 - RESERVE)));
      if (ofTheUnits >= ofTheDay * 0.8) return 1;
      return ofTheUnits >= ofTheDay * 0.4 ? 2 : 5;
    },
  };
}
