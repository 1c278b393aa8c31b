import type { Db } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';

export const CHATS_CHANNEL = 'tally_chats';

/** Notifies every process, because the push reaches only one and any process may have open widgets. */
export async function callOut(db: Db, call: string): Promise<void> {
  await db.execute(sql`select pg_notify(${CHATS_CHANNEL}, ${call})`);
}
