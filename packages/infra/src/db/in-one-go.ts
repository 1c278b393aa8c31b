import type { SQL } from '../sql/index.ts';
import type { Db, StatementResult } from './handle.ts';

/**
 * Statements of one transaction that do not wait for each other's answers: they are on their way together and carried out in
 * this order, each as if it had been sent when the one before it was done. Where one fails, the later ones fail too.
 */
export const inOneGo = (
  tx: Db,
  statements: readonly SQL[],
): Promise<readonly StatementResult<Record<string, unknown>>[]> =>
  allOver(statements.map(async (statement) => await tx.execute(statement)));

/**
 * Like `Promise.all`, for parts of a transaction: when this rejects, none of them is still running. A statement that
 * arrived after the rollback would be carried out outside the transaction.
 */
export async function allOver<T>(parts: readonly Promise<T>[]): Promise<T[]> {
  const outcomes = await Promise.allSettled(parts);
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}
