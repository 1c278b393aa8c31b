import { type Clock, type Log, minutes, seconds, type Timers } from '@tally/kernel';
import type { Db } from '../db/index.ts';
import type { FigureKind } from './index.ts';
import { addFigures, type Figure } from './store.ts';

export interface Figures {
  /** Adds to the current hour. The names are few and chosen by us: outside input must never choose one. */
  count(kind: FigureKind, name: string, by?: number): void;
  /** Writes the counts. The counts of a failed write are included in the next one. */
  write(): Promise<void>;
  /** Writes for the last time, within a short limit. */
  close(): Promise<void>;
}

const WRITE_EVERY_MS = minutes(1);
const LAST_WITHIN_MS = seconds(1);
const HOUR_MS = minutes(60);

/**
 * Counts in memory and writes once a minute. A killed process loses a minute of counts, but counting does not slow down
 * commands.
 */
export function createFigures(doors: { db: Db; clock: Clock; timers: Timers; log: Log }): Figures {
  const { db, clock, timers, log } = doors;
  let counted = new Map<string, Figure>();
  const add = ({ kind, name, hour, count }: Figure): void => {
    const key = `${kind} ${hour.getTime()} ${name}`;
    counted.set(key, { kind, name, hour, count: (counted.get(key)?.count ?? 0) + count });
  };

  async function writeAll(): Promise<void> {
    if (counted.size === 0) return;
    const writing = [...counted.values()];
    counted = new Map();
    try {
      await addFigures(db, writing);
    } catch (error) {
      log.warn({ err: error }, 'Figures could not be stored; the next write retries.');
      for (const each of writing) add(each);
    }
  }

  let written = Promise.resolve();
  /** Writes run one at a time, and the next one includes the counts of a failed one. */
  const write = (): Promise<void> => (written = written.then(writeAll));

  const stop = timers.every(WRITE_EVERY_MS, () => void write());
  return {
    count(kind, name, by = 1) {
      if (by > 0) add({ kind, name, hour: new Date(Math.floor(clock.now().getTime() / HOUR_MS) * HOUR_MS), count: by });
    },
    write,
    async close() {
      stop();
      await timers.within(LAST_WITHIN_MS, write());
    },
  };
}
