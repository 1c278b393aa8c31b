import type { Emote, EmotePlatform } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { listEmotes } from './list.ts';

/** Lists a channel's own emotes, without the platform's global ones. */
export async function listOwnEmotes(
  ctx: Ctx,
  { platform, streamer }: { readonly platform: EmotePlatform; readonly streamer: string },
): Promise<Emote[]> {
  const { sets } = await listEmotes(ctx, { platform, username: streamer });
  return sets.filter(({ source, of }) => source === platform && of !== 'global').flatMap(({ emotes }) => emotes);
}
