import type { Platform } from '@tally/contract';
import { type Channel, type Ctx, minutes, UpstreamError } from '@tally/kernel';
import { listChannelsNamed } from '../store/channels.ts';

const KEPT_MS = minutes(10);

/**
 * Finds a channel by the name that public pages use. If the platform cannot be asked right now, a channel that we
 * follow is still found.
 */
export async function findChannelNamed(ctx: Ctx, platform: Platform, name: string): Promise<Channel | null> {
  const connection = ctx.platforms.find(platform);
  if (!connection) return null;
  try {
    return await ctx.cache.get(`channels/named/${platform}/${name}`, KEPT_MS, () => connection.findChannel(name));
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    // Names change hands: if two stored channels had it, only the platform knows the current owner.
    const [known, another] = await listChannelsNamed(ctx.db, platform, name);
    if (!known || another) throw error;
    return known;
  }
}
