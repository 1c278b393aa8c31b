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
  readonly crash: () => void;
  readonly tell: (line: string) => void;
  readonly count: (what: string) => void;
}

/** Around the limits in the code: the second look at permissions, the lease and its margin. */
const FREEZES_MS = [1_000, 7_000, 20_000, 24_000, 26_000, 29_000, 31_000, 34_000, 36_000];
const STOPPED_AFTER_MS = 10_000;

/** Draws when processes die, freeze or stop, and when the database dies. */
export function planTroubles(about: Troubled): void {
  const { dice, weather, scheduler, outside, victim, end, crash, tell, count } = about;
  const { kills, freezes, stops, crashes, faultsForMs } = weather;
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
      void process.stop();
      scheduler.after(STOPPED_AFTER_MS, outside, 'ends', () => {
        if (!process.isDead) end(process);
      });
    }),
  );
  plan(crashes, 'crash', () => {
    tell('✗ the database dies and forgets what did not wait for the disk');
    crash();
  });
}

/** Mostly early, while much is under way. */
function momentOf(dice: Dice, faultsForMs: number): number {
  const span = dice.pick([1_000, 5_000, 30_000, faultsForMs]);
  return dice.draw(Math.max(1, Math.min(span, faultsForMs)));
}
