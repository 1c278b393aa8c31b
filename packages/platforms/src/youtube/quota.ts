import { AppError, type CallBudgetState, ownBudgets, type PlatformDoors } from '@tally/kernel';

/** The fraction of a day's units that the sweep leaves to people who add a creator. */
const RESERVE = 0.05;
/** The largest fraction that people's look-ups may use. The rest belongs to the sweep. */
const SHARE_OF_PEOPLE = 0.2;
const DAY_MS = 86_400_000;

/** Google's day ends at midnight in California: https://developers.google.com/youtube/v3/determine_quota_cost */
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

function readDay(now: Date): { day: string; passedMs: number } {
  const parts = new Map(pacific.formatToParts(now).map(({ type, value }) => [type, value]));
  const part = (name: Intl.DateTimeFormatPartTypes) => Number(parts.get(name));
  const passedMs = ((part('hour') * 60 + part('minute')) * 60 + part('second')) * 1_000 + (now.getTime() % 1_000);
  return { day: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`, passedMs };
}

/** On two days of the year the clocks change, and a day has 23 or 25 hours. */
function endOfDay(now: Date): Date {
  const guess = now.getTime() + DAY_MS - readDay(now).passedMs;
  const { passedMs } = readDay(new Date(guess));
  return new Date(passedMs < DAY_MS / 2 ? guess - passedMs : guess + DAY_MS - passedMs);
}

/** The rest of the day's units, which all processes share. Google's 403 overrides our count. */
export interface Quota {
  /** Returns false if the sweep must pause until `resetAt`. */
  maySweep(): Promise<boolean>;
  /** Every call costs one unit, even a refused one. */
  spend(): Promise<void>;
  /**
   * Call this for every call that a person waits for. Works after the sweep has used up its units, and throws once
   * people have used their share.
   */
  spendForPerson(): Promise<void>;
  /** Takes one search. Searches are counted separately from units. Returns false if none is left before `resetAt`. */
  maySearch(): Promise<boolean>;
  searchesExceeded(): Promise<void>;
  /** Called when Google reports that no units are left. */
  exceeded(): Promise<void>;
  resetAt(): Date;
  /** Returns how much slower than usual we check running streams, to make the units last until midnight. */
  slowness(): 1 | 2 | 5;
  read(): Promise<CallBudgetState>;
  /** Returns units that were taken but not spent. */
  close(): Promise<void>;
}

const NAME = 'youtube units';
const NAME_OF_PEOPLE = 'youtube units of people';
const NAME_OF_SEARCHES = 'youtube searches';
/** The sweep takes this many at a time, so only every twentieth call needs the shared count. */
const TAKEN_AT_ONCE = 20;

export function createQuota({ clock, config, log, metrics, budgets = ownBudgets() }: PlatformDoors): Quota {
  const limit = config.youtube.dailyUnits;
  const forSweep = Math.floor(limit * (1 - RESERVE));
  const forPeople = Math.floor(limit * SHARE_OF_PEOPLE);
  const atOnce = Math.max(1, Math.min(TAKEN_AT_ONCE, Math.floor(limit / 500)));
  let day = '';
  /** The units used by all processes at this process's last query. */
  let used = 0;
  let held = 0;
  let isSaid = false;
  let taking: Promise<void> | null = null;
  const left = metrics.gauge({
    name: 'youtube_units_left',
    help: "Today's remaining units of the YouTube Data API, for all processes",
    collect: async (): Promise<void> => {
      left.set(Math.max(0, limit - (await budgets.used(today()))));
    },
  });
  const spent = metrics.counter({ name: 'youtube_units_total', help: 'Units of the YouTube Data API that were spent' });

  /** We count by the name of the day, because it begins at midnight in California and may have any length. */
  const today = () => {
    const read = readDay(clock.now());
    if (read.day !== day) {
      day = read.day;
      used = held = 0;
      isSaid = false;
    }
    const at = new Date(`${day}T00:00:00Z`);
    return { name: NAME, at, since: new Date(at.getTime() - 1), passedMs: read.passedMs };
  };
  const take = async (count: number, ofThem: number): Promise<void> => {
    const { name, at, since } = today();
    const of = day;
    const taken = await budgets.take({ name, at, since, limit: ofThem, count });
    // The request crossed midnight.
    if (of !== day) return;
    used = Math.max(used, taken.used);
    held += taken.granted;
  };
  const resetAt = () => endOfDay(clock.now());
  const say = (why: string) => {
    if (isSaid) return;
    isSaid = true;
    log.error(
      { limit, used, resetAt: resetAt() },
      `${why}: YouTube is not called until midnight in California. Set a larger quota in YOUTUBE_DAILY_UNITS.`,
    );
  };

  return {
    async maySweep() {
      today();
      if (held < 1) {
        taking ??= take(atOnce, forSweep).finally(() => {
          taking = null;
        });
        await taking;
      }
      if (held > 0) return true;
      say("Today's units are used up except a reserve");
      return false;
    },
    async spend() {
      today();
      // The call is made even if no unit was granted, because Google's own count decides.
      if (held < 1) await take(1, limit);
      held = Math.max(0, held - 1);
      spent.inc();
    },
    async spendForPerson() {
      const { name, at, since } = today();
      const mine = await budgets.take({ name: NAME_OF_PEOPLE, at, since, limit: forPeople, count: 1 });
      if (mine.granted < 1) throw new AppError('lookUpsUsedUp', { platform: 'YouTube' });
      // Does not touch the units that the sweep has already taken.
      const { used: byAll } = await budgets.take({ name, at, since, limit, count: 1 });
      used = Math.max(used, byAll);
      spent.inc();
    },
    async maySearch() {
      const { at, since } = today();
      const about = { name: NAME_OF_SEARCHES, at, since, limit: config.youtube.dailySearches };
      return (await budgets.take({ ...about, count: 1 })).granted > 0;
    },
    async searchesExceeded() {
      const { at, since } = today();
      await budgets.exhaust({ name: NAME_OF_SEARCHES, at, since, limit: config.youtube.dailySearches });
    },
    async exceeded() {
      const { name, at, since } = today();
      used = Math.max(used, limit);
      held = 0;
      say("Google says that today's units are used up");
      await budgets.exhaust({ name, at, since, limit });
    },
    resetAt,
    slowness() {
      const ofTheDay = 1 - today().passedMs / DAY_MS;
      const ofTheUnits = Math.max(0, 1 - used / forSweep);
      if (ofTheUnits >= ofTheDay * 0.8) return 1;
      return ofTheUnits >= ofTheDay * 0.4 ? 2 : 5;
    },
    read: async () => ({ kind: 'units', used: await budgets.used(today()), limit, resetsAt: resetAt() }),
    async close() {
      const { name, at } = today();
      const count = held;
      held = 0;
      if (count > 0) await budgets.giveBack({ name, at, count });
    },
  };
}
