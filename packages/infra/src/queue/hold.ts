import type { Db } from '../db/index.ts';
import { sql } from '../sql/index.ts';

export interface Holding {
  readonly tx: Db;
  readonly singletonKey: string;
}

/**
 * A waiting job shall run for a change too that is still open. Until the transaction is over nobody takes it: otherwise it might
 * run now, see how things were, and what changed would be seen by nobody. Others that wait for it may hold it as well.
 *
 * False: it is not there any more. Somebody was just taking it.
 */
export async function holdWaiting(name: string, { tx, singletonKey }: Holding): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select id from pgboss.job where name = ${name} and singleton_key = ${singletonKey} and state = 'created' for key share`);
  return rows.length > 0;
}
