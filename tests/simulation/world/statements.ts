import { DatabaseDownError, SqlError } from '@tally/infra/db';
import type { Phase } from '../memory/database.ts';
import type { Dice } from './dice.ts';
import type { Owner, Scheduler } from './scheduler.ts';
import type { Weather } from './weather.ts';

interface Around {
  readonly weather: Weather;
  readonly dice: Dice;
  readonly scheduler: Scheduler;
  readonly fails: (perThousand: number, what: string, where: () => string) => boolean;
  readonly processes: ReadonlyMap<string, Owner>;
}

/** Simulates the database faults that processes meet: slow statements, lost connections and a full disk. */
export class Statements {
  readonly #around: Around;
  fullUntilMs = 0;

  constructor(around: Around) {
    this.#around = around;
  }

  turn(by: string, statement: string, phase: Phase): Promise<void> | undefined {
    const { weather, scheduler, dice, fails, processes } = this.#around;
    const process = processes.get(by);
    if (!process) return undefined;
    const where = () => `${by} ${statement}`;
    if (phase === 'answer') {
      if (!fails(weather.lostAfter, 'lost after', where)) return scheduler.until(0, process, doneOf(statement));
      return scheduler.until(0, process, `${statement}: no answer`).then(isLost);
    }
    const isSlow = fails(weather.slowStatement, 'slow statement', where);
    const hasFailed = fails(weather.lostBefore, 'lost before', where);
    const ms = isSlow ? dice.pick([200, 3_000, 30_000]) : 0;
    const turn = scheduler.until(ms, process, statement, 'outside');
    if (hasFailed) return turn.then(isLost);
    return this.fullUntilMs === 0 || isReading(statement) ? turn : this.#writeAfter(turn);
  }

  async #writeAfter(turn: Promise<void>): Promise<void> {
    await turn;
    if (this.#around.scheduler.nowMs < this.fullUntilMs) throw diskIsFull();
  }
}

const isLost = (): never => {
  throw new DatabaseDownError('Connection terminated');
};
const done = new Map<string, string>();
function doneOf(statement: string): string {
  const known = done.get(statement) ?? `${statement} done`;
  done.set(statement, known);
  return known;
}
const isReading = (statement: string): boolean => /^(?:find|list|has)/.test(statement);
const diskIsFull = (): SqlError =>
  new SqlError({
    message: 'could not extend file: No space left on device',
    code: '53100',
    severity: 'ERROR',
    detail: undefined,
    constraint: undefined,
    table: undefined,
    column: undefined,
  });
