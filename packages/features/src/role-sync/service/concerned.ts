import { type ServerId, syncableRoleKeys, syncPlatforms } from '@tally/contract';
import { type Ctx, minutes } from '@tally/kernel';
import { listServersThatSet } from '../../notifications/index.ts';

const BELIEVED_MS = minutes(5);
const KEY = 'role-sync/concerned';

/** Servers in which some creator gives roles. */
export const concernedServers = async (ctx: Ctx): Promise<ReadonlySet<ServerId>> =>
  await ctx.cache.get(KEY, BELIEVED_MS, async () => {
    const keys = [...syncableRoleKeys, 'giftedSubRoles'];
    return new Set(await listServersThatSet(ctx.db, syncPlatforms, keys));
  });

/** As far as it is known without asking: the gateway does not tell of members elsewhere. */
export const peekConcerned = (ctx: Ctx): ReadonlySet<ServerId> | undefined =>
  ctx.cache.peek(KEY) as ReadonlySet<ServerId> | undefined;
