import type { Emote, EmotePlatform } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { listEmotes } from './list.ts';

/** A channel's own; what the platform has for everybody is no channel's. */
export async function listOwnEmotes(
  ctx: Ctx,
  { platform, streamer }: { readonly platform: EmotePlatform; readonly streamer: string },
): Promise<Emote[]> {
  const { sets } = await listEmotes(ctx, { platform, username: streamer });
  return sets.filter(({ source, of }) => source === platform && of !== 'global').flatMap(({ emotes }) => emotes);
}
