import { AppError, type Ctx, days, type PlatformDefinition } from '@tally/kernel';

/** The whole installation has about a hundred searches a day. */
const MOST_A_DAY = 10;

/** Counts a search by words on a platform where searches are scarce. The count is kept in this process's memory. */
export async function spendScarceSearch(ctx: Ctx, { id, name }: PlatformDefinition): Promise<void> {
  if (ctx.caller.kind !== 'user') return;
  const day = Math.floor(ctx.clock.now().getTime() / days(1));
  const key = `notifications/searches/${id}/${ctx.caller.userId}/${day}`;
  const spent = await ctx.cache.get(key, days(1), async () => ({ count: 0 }));
  if (spent.count >= MOST_A_DAY) throw new AppError('lookUpsUsedUp', { platform: name });
  spent.count += 1;
}
