import { type ServerId, syncableRoleKeys, syncPlatforms } from '@tally/contract';
import { type Ctx, minutes } from '@tally/kernel';
import { listServersThatSet } from '../../notifications/index.ts';

const BELIEVED_MS = minutes(5);

/** Servers in which some creator gives roles. */
export const concernedServers = async (ctx: Ctx): Promise<ReadonlySet<ServerId>> =>
  await ctx.cache.get('role-sync/concerned', BELIEVED_MS, async () => {
    const keys = [...syncableRoleKeys, 'giftedSubRoles'];
    return new Set(await listServersThatSet(ctx.db, syncPlatforms, keys));
  });
