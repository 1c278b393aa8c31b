import type { ChannelId, ServerId } from '@tally/contract';
import { anyOf, type Db } from '@tally/infra/db';
import { and, eq } from '@tally/infra/sql';
import { channelWebhooks } from '../tables.ts';

export type ChannelWebhook = typeof channelWebhooks.$inferSelect;

export async function listWebhooks(db: Db, channelIds: readonly ChannelId[]): Promise<ChannelWebhook[]> {
  if (channelIds.length === 0) return [];
  return db.select().from(channelWebhooks).where(anyOf(channelWebhooks.channelId, channelIds));
}

export async function saveWebhook(db: Db, row: ChannelWebhook): Promise<void> {
  await db.insert(channelWebhooks).values(row).onConflictDoUpdate({ target: channelWebhooks.channelId, set: row });
}

/** Deletes only this webhook, because another process may have stored a new one. */
export async function deleteWebhook(db: Db, channelId: ChannelId, webhookId: string): Promise<void> {
  await db
    .delete(channelWebhooks)
    .where(and(eq(channelWebhooks.channelId, channelId), eq(channelWebhooks.webhookId, webhookId)));
}

export async function forgetWebhooksOf(tx: Db, serverId: ServerId): Promise<void> {
  await tx.delete(channelWebhooks).where(eq(channelWebhooks.serverId, serverId));
}
