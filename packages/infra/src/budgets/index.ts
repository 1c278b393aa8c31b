import { type CallBudgets, type Log, ownBudgets } from '@tally/kernel';
import type { Db } from '../db/index.ts';
import { addCalls, lockBudget, oldestOf, sumOf, takeCalls } from './store.ts';

async function fill(tx: Db, about: Parameters<CallBudgets['exhaust']>[0]): Promise<void> {
  const used = await sumOf(tx, about);
  if (used < about.limit) await addCalls(tx, { ...about, count: about.limit - used });
}

/**
 * The shared count is in the database. Without the database each process counts alone: platforms enforce their limits
 * anyway, and a lost count should not stop calls.
 */
export function createCallBudgets({ db, log }: { db: Db; log: Log }): CallBudgets {
  const own = ownBudgets();
  const orAlone = async <T>(common: () => Promise<T>, alone: () => Promise<T>): Promise<T> => {
    try {
      return await common();
    } catch (error) {
      log.warn({ err: error }, 'The common count of calls could not be asked; this process counts alone.');
      return await alone();
    }
  };
  const inTurn = <T>(name: string, work: (tx: Db) => Promise<T>): Promise<T> =>
    db.transaction(async (tx) => {
      await lockBudget(tx, name);
      return await work(tx);
    });
  return {
    take: (wanted) =>
      orAlone(
        () => inTurn(wanted.name, (tx) => takeCalls(tx, wanted)),
        () => own.take(wanted),
      ),
    giveBack: (about) =>
      orAlone(
        () => inTurn(about.name, (tx) => addCalls(tx, { ...about, count: -about.count })),
        () => own.giveBack(about),
      ),
    exhaust: (about) =>
      orAlone(
        () => inTurn(about.name, (tx) => fill(tx, about)),
        () => own.exhaust(about),
      ),
    used: (about) =>
      orAlone(
        () => sumOf(db, about),
        () => own.used(about),
      ),
    oldest: (about) =>
      orAlone(
        () => oldestOf(db, about),
        () => own.oldest(about),
      ),
  };
}
