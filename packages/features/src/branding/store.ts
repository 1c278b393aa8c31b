import type { BrandingSwitch, ServerId } from '@tally/contract';
import { anyOf, type Db } from '@tally/infra/db';
import { eq } from '@tally/infra/sql';
import type { SettingsTx } from '../settings/index.ts';
import { serverBranding } from './tables.ts';

export async function listDisabled(
  db: Db,
  serverIds: readonly ServerId[],
): Promise<ReadonlyMap<ServerId, readonly BrandingSwitch[]>> {
  if (serverIds.length === 0) return new Map();
  const rows = await db.select().from(serverBranding).where(anyOf(serverBranding.serverId, serverIds));
  return new Map(rows.map((row) => [row.serverId, row.disabled]));
}

export async function saveDisabled(
  tx: SettingsTx,
  serverId: ServerId,
  disabled: readonly BrandingSwitch[],
): Promise<void> {
  const row = { serverId, disabled: [...disabled] };
  await tx.insert(serverBranding).values(row).onConflictDoUpdate({ target: serverBranding.serverId, set: row });
}

export async function forgetDisabled(tx: Db, serverId: ServerId): Promise<void> {
  await tx.delete(serverBranding).where(eq(serverBranding.serverId, serverId));
}
