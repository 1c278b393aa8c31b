import { namesakeWord, type Platform, type PlatformChannel } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { findChannel, listOpenSessions } from '@tally/pipeline/detection';
import { findCreator } from './find-creator.ts';

/** Returns a channel as its platform describes it, by name or pasted URL. */
export async function lookUp(ctx: Ctx, about: { platform: Platform; name: string }): Promise<PlatformChannel> {
  const { channel } = await findCreator(ctx, about);
  return {
    ...channel,
    isLive: await isLiveNow(ctx, channel),
    ...namesakeWord(channel.id),
  };
}

/** Detection knows whether followed channels are live. For others we do not call the platform a second time. */
async function isLiveNow(ctx: Ctx, { platform, id }: { platform: Platform; id: string }): Promise<boolean | null> {
  if (!(await findChannel(ctx.db, platform, id))) return null;
  return (await listOpenSessions(ctx.db, platform, [id])).length > 0;
}
