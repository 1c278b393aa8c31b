import type { ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { eq } from '@tally/infra/sql';
import type { SettingsTx } from '../../settings/index.ts';
import { linkReplies } from './tables.ts';

/** Null if the server has not chosen yet. */
export async function findReplies(db: Db, serverId: ServerId): Promise<boolean | null> {
  const [row] = await db.select().from(linkReplies).where(eq(linkReplies.serverId, serverId));
  return row?.isOn ?? null;
}

export async function saveReplies(tx: SettingsTx, serverId: ServerId, isOn: boolean): Promise<void> {
  await tx
    .insert(linkReplies)
    .values({ serverId, isOn })
    .onConflictDoUpdate({ target: linkReplies.serverId, set: { isOn } });
}

export async function listReplying(db: Db): Promise<ServerId[]> {
  const rows = await db.select().from(linkReplies).where(eq(linkReplies.isOn, true));
  return rows.map((row) => row.serverId);
}

export async function forgetReplies(db: Db, serverId: ServerId): Promise<void> {
  await db.delete(linkReplies).where(eq(linkReplies.serverId, serverId));
}
