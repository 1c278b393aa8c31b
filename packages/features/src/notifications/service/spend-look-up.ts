import type { Platform } from '@tally/contract';
import { AppError, type Ctx, days, minutes, type PlatformDefinition } from '@tally/kernel';

/** Adding a creator takes two: one to look, one to add. Somebody may bring a list of hundreds along. */
const MOST_A_DAY = 2_000;
/** Where a look-up costs units of the day, or is one of few in a minute. */
const MOST_A_DAY_WHERE_SCARCE = 200;
const scarce: ReadonlySet<Platform> = new Set(['youtube', 'tiktok']);

/**
 * What platforms let us ask is shared by everybody, so one person may use only so much of it. It is counted in the
 * memory of this process, like the limit of requests: enough against one who asks without end.
 */
export async function spendLookUp(ctx: Ctx, { id, name, pace }: PlatformDefinition): Promise<void> {
  if (ctx.caller.kind !== 'user') return;
  const { userId } = ctx.caller;
  const now = ctx.clock.now().getTime();
  const spent = async (every: number) => {
    const key = `notifications/look-ups/${id}/${userId}/${every}/${Math.floor(now / every)}`;
    return await ctx.cache.get(key, every, async () => ({ count: 0 }));
  };
  const [ofDay, ofMinute] = await Promise.all([spent(days(1)), spent(minutes(1))]);
  if (ofDay.count >= (scarce.has(id) ? MOST_A_DAY_WHERE_SCARCE : MOST_A_DAY))
    throw new AppError('lookUpsUsedUp', { platform: name });
  if (ofMinute.count >= (pace.lookUpsPerMinute ?? Number.POSITIVE_INFINITY)) {
    throw new AppError('rateLimited', { seconds: Math.ceil((minutes(1) - (now % minutes(1))) / 1000) });
  }
  ofDay.count += 1;
  ofMinute.count += 1;
}
