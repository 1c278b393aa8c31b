import type { Platform } from '@tally/contract';
import type { Ctx, Supporters } from '@tally/kernel';
import { secretOf } from './pushes/secret.ts';
import { findChannelRow } from './store/channels.ts';

/**
 * Returns the creator's latest supporters, read with the creator's secret. Returns null if there is no secret or it
 * does not work.
 */
export async function listSupporters(ctx: Ctx, platform: Platform, channelId: string): Promise<Supporters | null> {
  const row = await findChannelRow(ctx.db, platform, channelId);
  const secret = row && secretOf(ctx, row);
  const calls = ctx.platforms.with('supporters').get(platform);
  if (!row || !secret || !calls) return null;
  return await calls.listSupporters({ channelId, displayName: row.displayName, secret });
}
