import type { Db } from '../db/index.ts';
import { sql } from '../sql/index.ts';

export interface Holding {
  readonly tx: Db;
  readonly singletonKey: string;
}

/**
 * Lets a waiting job serve a change whose transaction is still open. Nobody can take the job until that transaction is
 * over: otherwise it might run before the change is visible, and nothing would run after it. Several transactions may
 * hold the same job.
 *
 * False: the job is gone, or somebody is just taking it.
 */
export async function holdWaiting(name: string, { tx, singletonKey }: Holding): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select id from pgboss.job where name = ${name} and singleton_key = ${singletonKey} and state = 'created' for key share`);
  return rows.length > 0;
}
