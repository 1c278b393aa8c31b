import type { Locale, ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { eq, sql } from '@tally/infra/sql';
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

export async function setOverrideBranding(tx: SettingsTx, serverId: ServerId, to: boolean): Promise<void> {
  await tx.update(serverRows).set({ overrideBranding: to }).where(eq(serverRows.id, serverId));
}

export async function setListed(tx: SettingsTx, serverId: ServerId, isListed: boolean): Promise<void> {
  await tx.update(serverRows).set({ isListed }).where(eq(serverRows.id, serverId));
}

type NewStreamers = Pick<typeof serverRows.$inferSelect, 'newStreamerChannelId' | 'newStreamerPingRoleId'>;

export async function setNewStreamers(tx: SettingsTx, serverId: ServerId, to: Partial<NewStreamers>): Promise<void> {
  await tx.update(serverRows).set(to).where(eq(serverRows.id, serverId));
}

export async function setLocale(tx: SettingsTx, serverId: ServerId, locale: Locale): Promise<void> {
  await tx.update(serverRows).set({ locale }).where(eq(serverRows.id, serverId));
}
