import type { Db } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';

export const CHATS_CHANNEL = 'tally_chats';

/** To every process: the push reaches one of them, and widgets may be open in all. */
export async function callOut(db: Db, call: string): Promise<void> {
  await db.execute(sql`select pg_notify(${CHATS_CHANNEL}, ${call})`);
}
