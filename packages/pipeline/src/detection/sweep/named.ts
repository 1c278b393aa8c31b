import type { Platform } from '@tally/contract';
import { type Channel, type Ctx, minutes, UpstreamError } from '@tally/kernel';
import { listChannelsNamed } from '../store/channels.ts';

const KEPT_MS = minutes(10);

/** Finds a channel by a typed name or a pasted link. */
export async function findChannelTyped(ctx: Ctx, platform: Platform, typed: string): Promise<Channel | null> {
  const name = ctx.platforms.definitions.find(({ id }) => id === platform)?.channelNameIn(typed);
  return name ? await findChannelNamed(ctx, platform, name) : null;
}

/**
 * Finds a channel by the name that public pages use. If the platform does not respond, a followed channel is still
 * found.
 */
export async function findChannelNamed(ctx: Ctx, platform: Platform, name: string): Promise<Channel | null> {
  const stream = ctx.platforms.with('stream').get(platform);
  if (!stream) return null;
  try {
    return await ctx.cache.get(`channels/named/${platform}/${name}`, KEPT_MS, () => stream.findChannel(name));
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    // Names change hands. If two stored channels have this name, only the platform knows the current owner.
    const [known, another] = await listChannelsNamed(ctx.db, platform, name);
    if (!known || another) throw error;
    return known;
  }
}
