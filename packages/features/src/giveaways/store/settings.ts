import type { ChannelId, RoleId, ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { eq } from '@tally/infra/sql';
import type { SettingsTx } from '../../settings/index.ts';
import { settings } from '../tables.ts';

export interface GiveawayServerSettings {
  readonly logChannelId: ChannelId | null;
  readonly managerRoles: readonly RoleId[];
  /** True if managers may enter new giveaways. */
  readonly managersMayEnter: boolean;
}

const nothing: GiveawayServerSettings = { logChannelId: null, managerRoles: [], managersMayEnter: false };

export async function findSettings(db: Db, serverId: ServerId): Promise<GiveawayServerSettings> {
  const [row] = await db.select().from(settings).where(eq(settings.serverId, serverId));
  return row ?? nothing;
}

export async function saveSettings(
  tx: SettingsTx,
  serverId: ServerId,
  change: Partial<GiveawayServerSettings>,
): Promise<void> {
  await tx
    .insert(settings)
    .values({ serverId, ...change })
    .onConflictDoUpdate({ target: settings.serverId, set: change });
}

export async function forgetSettings(tx: Db, serverId: ServerId): Promise<void> {
  await tx.delete(settings).where(eq(settings.serverId, serverId));
}
