import type { Platform } from '@tally/contract';
import { type Ctx, plainQuestion } from '@tally/kernel';

/** Queries the platform now. Returns which of these channels are live. */
export async function listLive(
  ctx: Ctx,
  platform: Platform,
  channelIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const stream = ctx.platforms.with('stream').get(platform);
  const size = ctx.platforms.definitions.find(({ id }) => id === platform)?.batchSize ?? 1;
  const live = new Set<string>();
  if (!stream) return live;
  for (let start = 0; start < channelIds.length; start += size) {
    for (const { snapshot } of await stream.ask(channelIds.slice(start, start + size).map(plainQuestion)))
      if (snapshot.state === 'live') live.add(snapshot.channelId);
  }
  return live;
}
