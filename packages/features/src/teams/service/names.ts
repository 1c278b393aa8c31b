import type { UserId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { listNames } from '../../account/index.ts';

export const nameOf = async (ctx: Ctx, userId: UserId): Promise<string | null> =>
  (await listNames(ctx, [userId])).get(userId) ?? null;
