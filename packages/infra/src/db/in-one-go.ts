import type { SQL } from '../sql/index.ts';
import type { Db, StatementResult } from './handle.ts';

/**
 * Sends the statements of one transaction together, without waiting for results in between. They run in this order.
 * When one fails, the later ones fail too.
 */
export const inOneGo = (
  tx: Db,
  statements: readonly SQL[],
): Promise<readonly StatementResult<Record<string, unknown>>[]> =>
  allOver(statements.map(async (statement) => await tx.execute(statement)));

/**
 * Like `Promise.all`, but when it rejects, none of the parts is still running. A statement that arrives after the
 * rollback would run outside the transaction.
 */
export async function allOver<T>(parts: readonly Promise<T>[]): Promise<T[]> {
  const outcomes = await Promise.allSettled(parts);
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}
