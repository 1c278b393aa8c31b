import type { Dice } from './dice.ts';
import type { Process } from './process.ts';
import type { Owner, Scheduler } from './scheduler.ts';
import type { Weather } from './weather.ts';

export interface Troubled {
  readonly dice: Dice;
  readonly weather: Weather;
  readonly scheduler: Scheduler;
  readonly outside: Owner;
  readonly victim: () => Process | undefined;
  readonly end: (process: Process) => void;
  /** Called when the `stop` of a process has resolved. */
  readonly stopped: (process: Process) => void;
  readonly crash: () => void;
  /** Fills the disk for this long. */
  readonly fillDisk: (forMs: number) => void;
  readonly refuseToken: (forMs: number) => void;
  readonly tell: (line: string) => void;
  readonly count: (what: string) => void;
}

/** Durations around the limits in the code: the second permission check, the lease and its margin. */
const FREEZES_MS = [1_000, 7_000, 20_000, 24_000, 26_000, 29_000, 31_000, 34_000, 36_000];
const JUMPS_MS = [10, -10].map((hours) => hours * 3_600_000);
const STOPPED_AFTER_MS = 10_000;

/** Draws when processes die, freeze or stop, and when the database dies. */
export function planTroubles(about: Troubled): void {
  const { dice, weather, scheduler, outside, victim, end, stopped, tell, count } = about;
  const { kills, freezes, stops, crashes, fullDisks, refusedTokens, jumps, faultsForMs } = weather;
  const plan = (times: number, what: string, work: () => void): void => {
    for (let place = 0; place < times; place += 1)
      scheduler.after(momentOf(dice, faultsForMs), outside, what, () => {
        count(what);
        work();
      });
  };
  const toOne = (work: (process: Process) => void) => (): void => {
    const process = victim();
    if (process) work(process);
  };
  plan(
    kills,
    'kill',
    toOne((process) => {
      tell(`✗ ${process.name} is killed`);
      end(process);
    }),
  );
  plan(
    freezes,
    'freeze',
    toOne((process) => {
      const forMs = dice.pick(FREEZES_MS);
      tell(`✗ ${process.name} freezes for ${forMs} ms`);
      process.frozenUntilMs = scheduler.nowMs + forMs;
    }),
  );
  plan(
    stops,
    'stop',
    toOne((process) => {
      tell(`${process.name} is asked to stop`);
      void process.stop().then(() => stopped(process));
      scheduler.after(STOPPED_AFTER_MS, outside, 'ends', () => {
        if (!process.isDead) end(process);
      });
    }),
  );
  plan(crashes, 'crash', () => {
    tell('✗ the database dies and forgets what did not wait for the disk');
    about.crash();
  });
  plan(fullDisks, 'full disk', () => {
    tell('✗ the disk of the database is full');
    about.fillDisk(dice.pick([1_000, 10_000, 40_000]));
  });
  plan(
    jumps,
    'jump',
    toOne((process) => {
      const byMs = dice.pick(JUMPS_MS);
      tell(`✗ the wall clock of ${process.name} jumps by ${byMs / 3_600_000} hours`);
      process.jumpedMs += byMs;
    }),
  );
  plan(refusedTokens, 'refused token', () => {
    tell('✗ Discord refuses the token for a minute');
    about.refuseToken(60_000);
  });
}

/** Most faults happen early, while much work is in progress. */
function momentOf(dice: Dice, faultsForMs: number): number {
  const span = dice.pick([1_000, 5_000, 30_000, faultsForMs]);
  return dice.draw(Math.max(1, Math.min(span, faultsForMs)));
}
