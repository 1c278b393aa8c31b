import { AsyncLocalStorage } from 'node:async_hooks';
import { type CallBudgets, type Log, ownBudgets, type Random, type Timers } from '@tally/kernel';
import type { Db } from '../db/index.ts';
import { openShare, type Share, type ShareStore } from './shares/share.ts';
import {
  addCalls,
  addRefused,
  findDivision,
  lockBudget,
  oldestOf,
  reserveCalls,
  saveDivision,
  sumOf,
} from './store.ts';

export { type Division, undivided } from './shares/divide.ts';
export { openShare, type Share, type ShareStore, wholeShare } from './shares/share.ts';

async function fill(tx: Db, about: Parameters<CallBudgets['exhaust']>[0]): Promise<void> {
  const used = await sumOf(tx, about);
  if (used < about.limit) await addCalls(tx, { ...about, count: about.limit - used });
}

/**
 * The database holds the shared count. Without the database each process counts alone, because platforms enforce their
 * limits anyway, and a lost count should not stop calls.
 */
export function createCallBudgets({ db, log }: { db: Db; log: Log }): CallBudgets {
  const own = ownBudgets();
  const orAlone =
    <A, T>(common: (db: Db, about: A) => Promise<T>, alone: (about: A) => Promise<T>) =>
    async (about: A): Promise<T> => {
      try {
        return await common(db, about);
      } catch (error) {
        log.warn({ err: error }, 'The shared count of calls could not be read; this process counts alone.');
        return await alone(about);
      }
    };
  const inTurn =
    <A extends { readonly name: string }, T>(work: (tx: Db, about: A) => Promise<T>) =>
    (_: Db, about: A): Promise<T> =>
      db.transaction(async (tx) => {
        await lockBudget(tx, about.name);
        return await work(tx, about);
      });
  const giveBack: typeof addCalls = (tx, about) => addCalls(tx, { ...about, count: -about.count });
  return {
    take: orAlone(inTurn(reserveCalls), (about) => own.take(about)),
    giveBack: orAlone(inTurn(giveBack), (about) => own.giveBack(about)),
    exhaust: orAlone(inTurn(fill), (about) => own.exhaust(about)),
    used: orAlone(sumOf, (about) => own.used(about)),
    oldest: orAlone(oldestOf, (about) => own.oldest(about)),
  };
}

/** Limits that apply to all processes of a database together. */
export interface CommonLimits {
  /** Returns this process's share of the `limit` places that all processes share under this name. */
  share(about: { readonly name: string; readonly limit: number }): Share;
  /** Adds refused calls under this name. Returns the counts of all processes per ten seconds, newest first. */
  addRefused(name: string, count: number): Promise<readonly number[]>;
  /** Gives up this process's shares. */
  close(): Promise<void>;
}

/** The name under which all processes of a bot share its calls per second. */
export const budgetOfBot = (clientId: string): string => `bot ${clientId}`;

const refusedName = (name: string): string => `refused ${name}`;

/** Returns how many calls under this name all processes had refused in the last ten minutes. */
export const countRefused = async (db: Db, name: string): Promise<number> =>
  (await addRefused(db, refusedName(name), 0)).slice(0, 60).reduce((sum, count) => sum + count, 0);

export function createCommonLimits(about: { db: Db; timers: Timers; random: Random; log: Log }): CommonLimits {
  const { db, timers, random, log } = about;
  const holder = random.uuid();
  // A call may be made inside a transaction, and the count must not be part of it.
  const outside = AsyncLocalStorage.snapshot();
  const shares: ReturnType<typeof openShare>[] = [];
  return {
    share({ name, limit }) {
      const store: ShareStore = {
        find: () => findDivision(db, name),
        save: (division, version) => saveDivision(db, { name, division, version }),
      };
      const share = openShare({ holder, limit, store, timers, log });
      shares.push(share);
      return share;
    },
    addRefused: (name, count) => outside(() => addRefused(db, refusedName(name), count)),
    async close() {
      await Promise.all(shares.map((share) => share.close()));
    },
  };
}
