import type { Platform, PlatformChannel, RumbleType } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { findChannel, listOpenSessions } from '@tally/pipeline/detection';
import { findCreator } from '../../notifications/index.ts';

/** A channel as its platform describes it, by name or pasted address. */
export async function lookUp(
  ctx: Ctx,
  about: { platform: Platform; name: string; rumbleType?: RumbleType | undefined },
): Promise<PlatformChannel> {
  const { definition, channel } = await findCreator(ctx, about);
  return {
    ...channel,
    isLive: await knownToBeLive(ctx, channel),
    rumbleType: definition.rumbleTypeIn?.(channel.url) ?? null,
  };
}

/** Known for followed channels; for others we do not call the platform a second time. */
async function knownToBeLive(ctx: Ctx, { platform, id }: { platform: Platform; id: string }): Promise<boolean | null> {
  if (!(await findChannel(ctx.db, platform, id))) return null;
  return (await listOpenSessions(ctx.db, platform, [id])).length > 0;
}
