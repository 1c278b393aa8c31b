import type { Db } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';

/** Requests on this channel reach all processes. The one that holds the server requests its members. */
export const ASK_MEMBERS_CHANNEL = 'tally_ask_members';
/** The channel for responses about members who were requested by id. */
export const NAMED_MEMBERS_CHANNEL = 'tally_named_members';

export async function callOut(db: Db, channel: string, payload: string): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${payload})`);
}
