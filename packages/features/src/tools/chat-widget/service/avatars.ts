import type { ChatAvatar, ChatPlatform } from '@tally/contract';
import { type Ctx, hours, minutes, UpstreamError } from '@tally/kernel';
import { getChannel } from './channel.ts';

/** A changed avatar appears after this time at the latest. */
const KEPT_MS = hours(6);
const MOST_KEPT = 5_000;
/**
 * Limits the calls of all widgets in this process, because avatars are optional. Each call loads up to fifty people.
 * The limit is half of Twitch's share for unknown people, and a third of Kick's.
 */
const MOST_CALLS_A_MINUTE = 20;

export async function listAvatars(
  ctx: Ctx,
  { platform, channel }: { readonly platform: ChatPlatform; readonly channel: string },
  userIds: readonly string[],
): Promise<ChatAvatar[]> {
  await getChannel(ctx, platform, channel);
  const key = `chat-widget/avatars/${platform}`;
  // Uses one cache entry for all avatars, so a busy chat displaces nothing else in the cache.
  const known = await ctx.cache.get(key, KEPT_MS, async () => new Map<string, string | null>());
  const missing = [...new Set(userIds)].filter((id) => !known.has(id));
  if (missing.length > 0 && (await spend(ctx, platform))) await learn(ctx, { platform, known, missing });
  return userIds.flatMap((userId) => {
    const url = known.get(userId);
    return url ? [{ userId, url }] : [];
  });
}

async function spend(ctx: Ctx, platform: ChatPlatform): Promise<boolean> {
  const minute = Math.floor(ctx.clock.now().getTime() / minutes(1));
  const key = `chat-widget/avatar-calls/${platform}/${minute}`;
  const spent = await ctx.cache.get(key, minutes(1), async () => ({ count: 0 }));
  spent.count += 1;
  return spent.count <= MOST_CALLS_A_MINUTE;
}

interface Asked {
  readonly platform: ChatPlatform;
  readonly known: Map<string, string | null>;
  readonly missing: readonly string[];
}

async function learn(ctx: Ctx, { platform, known, missing }: Asked): Promise<void> {
  try {
    const found = await ctx.platforms.with('people').get(platform)?.listAvatars(missing);
    for (const id of missing) known.set(id, found?.get(id) ?? null);
    for (const oldest of known.keys()) {
      if (known.size <= MOST_KEPT) break;
      known.delete(oldest);
    }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    ctx.log.info({ err: error, platform }, 'Pictures of people in a chat could not be read.');
  }
}
