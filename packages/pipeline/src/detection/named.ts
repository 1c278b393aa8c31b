import type { Platform } from '@tally/contract';
import { type Channel, type Ctx, minutes, UpstreamError } from '@tally/kernel';
import { listChannelsNamed } from './store/channels.ts';

const KEPT_MS = minutes(10);

/**
 * A channel as pages for everybody name it. Where the platform may not be asked right now, one that we follow is known
 * all the same.
 */
export async function findChannelNamed(ctx: Ctx, platform: Platform, name: string): Promise<Channel | null> {
  const connection = ctx.platforms.find(platform);
  if (!connection) return null;
  try {
    return await ctx.cache.get(`channels/named/${platform}/${name}`, KEPT_MS, () => connection.findChannel(name));
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    // Names wander: where two channels had it, only the platform knows whose it is.
    const [known, another] = await listChannelsNamed(ctx.db, platform, name);
    if (!known || another) throw error;
    return known;
  }
}
