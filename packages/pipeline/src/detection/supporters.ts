import type { Platform } from '@tally/contract';
import type { Ctx, Supporters } from '@tally/kernel';
import { secretOf } from './pushes/secret.ts';
import { findChannelRow } from './store/channels.ts';

/**
 * The creator's latest supporters, read with the secret that the creator entrusted to us. Null: there is no secret, or
 * it does not work.
 */
export async function listSupporters(ctx: Ctx, platform: Platform, channelId: string): Promise<Supporters | null> {
  const row = await findChannelRow(ctx.db, platform, channelId);
  const secret = row && secretOf(ctx, row);
  const calls = ctx.platforms.with('supporters').get(platform);
  if (!row || !secret || !calls) return null;
  return await calls.listSupporters({ channelId, displayName: row.displayName, secret });
}
