import type { ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type SQL, sql } from '@tally/infra/sql';

/** The channel on which the database notifies all processes about changed journal rows. */
export const JOURNAL_CHANNEL = 'tally_journal';
/** A notification holds 8,000 bytes, an id at most 20. https://www.postgresql.org/docs/current/sql-notify.html */
const SERVERS_PER_CALL = 300;

/**
 * `changed` selects the owner and server of each row and may be empty. The statement that changes the rows must read
 * the result.
 */
export const callingOut = (changed: SQL): SQL => sql`(
  select count(*) from (
    select pg_notify(${JOURNAL_CHANNEL}, owner || ' ' || string_agg(server_id, ' ')) from (
      select owner, server_id, row_number() over (partition by owner) / ${SERVERS_PER_CALL}::integer as part
        from (select distinct owner, server_id from ${changed}) once) parted
     group by owner, part) called)`;

/** Notifies about journal content in other tables. Postgres delivers the notification after the commit. */
export async function callOutJournal(tx: Db, owner: string, serverIds: readonly ServerId[]): Promise<void> {
  if (serverIds.length === 0) return;
  const changed = sql`unnest(${sql.param([...serverIds])}::text[]) as changed (server_id)`;
  await tx.execute(sql`select ${callingOut(sql`(select ${owner}::text as owner, server_id from ${changed}) given`)}`);
}

export function readJournalCall(call: string): { readonly owner: string; readonly serverIds: readonly ServerId[] } {
  const [owner = '', ...serverIds] = call.split(' ');
  return { owner, serverIds: serverIds as ServerId[] };
}
