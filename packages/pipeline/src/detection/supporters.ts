import type { Platform } from '@tally/contract';
import type { Ctx, Supporters } from '@tally/kernel';
import { secretOf } from './secret.ts';
import { findChannelRow } from './store/channels.ts';

/** Who supported a creator last, asked with what they entrusted to us. Null: they did not, or it is of no use. */
export async function listSupporters(ctx: Ctx, platform: Platform, channelId: string): Promise<Supporters | null> {
  const row = await findChannelRow(ctx.db, platform, channelId);
  const secret = row && secretOf(ctx, row);
  const connection = ctx.platforms.find(platform);
  if (!row || !secret || !connection?.listSupporters) return null;
  return await connection.listSupporters({ channelId, displayName: row.displayName, secret });
}
