import type { ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, eq, gt, isNull, sql } from '@tally/infra/sql';
import { serverRows } from '../../servers/index.ts';
import type { SettingsTx } from './changes.ts';

/** Locks the server's settings until the transaction ends. */
export async function lockServer(tx: Db, serverId: ServerId): Promise<typeof serverRows.$inferSelect | null> {
  const [found] = await tx.select().from(serverRows).where(eq(serverRows.id, serverId)).for('update');
  return found ?? null;
}

export async function raiseVersion(tx: Db, serverId: ServerId): Promise<void> {
  await tx
    .update(serverRows)
    .set({ version: sql`${serverRows.version} + 1` })
    .where(eq(serverRows.id, serverId));
}

type Row = typeof serverRows.$inferInsert;

export async function changeServer(tx: SettingsTx, serverId: ServerId, change: Partial<Row>): Promise<void> {
  await tx.update(serverRows).set(change).where(eq(serverRows.id, serverId));
}

/** Lists servers that have the bot, starting after the previous page's last one. */
export async function pageServers(db: Db, after: string, limit: number): Promise<readonly ServerId[]> {
  const rows = await db
    .select({ id: serverRows.id })
    .from(serverRows)
    .where(and(gt(serverRows.id, after), isNull(serverRows.leftAt)))
    .orderBy(serverRows.id)
    .limit(limit);
  return rows.map((row) => row.id as ServerId);
}
