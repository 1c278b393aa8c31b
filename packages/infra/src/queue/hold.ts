import type { Db } from '../db/index.ts';
import { sql } from '../sql/index.ts';

export interface Holding {
  readonly tx: Db;
  readonly singletonKey: string;
}

/**
 * Lets a waiting job cover a change whose transaction is still open. No process can claim the job until that
 * transaction ends: otherwise it might run before the change is visible, and no later run would cover it. Several
 * transactions may hold the same job. Returns false if the job is gone, or if a process is claiming it right now.
 */
export async function holdWaiting(name: string, { tx, singletonKey }: Holding): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select id from pgboss.job where name = ${name} and singleton_key = ${singletonKey} and state = 'created' for key share`);
  return rows.length > 0;
}
