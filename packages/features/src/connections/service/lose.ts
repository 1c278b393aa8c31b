import { PlatformToLink, type UserId } from '@tally/contract';
import { type Ctx, defineJob, say } from '@tally/kernel';
import { z } from 'zod';
import { localeOfUser, notify, personChanged } from '../../account/index.ts';
import { changeAccount, findAccount } from '../store/accounts.ts';
import type { AccountRow } from '../tables.ts';
import { nameOf } from './platform.ts';
import { noTokens } from './seal.ts';

/**
 * Handles a permission that was revoked at the platform. The account stays linked, because it still belongs to the
 * person. They get one notice that its features have stopped.
 */
export async function loseGrant(ctx: Ctx, row: AccountRow): Promise<void> {
  const { userId, platform } = row;
  await ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now();
    const change = { ...noTokens, renewingUntil: null, goneAt: now, checkedAt: now };
    // The person logged in again or unlinked the account during the call.
    if (!(await changeAccount(tx, row, change))) return;
    await ctx.queue.send(notifyGone, { userId, platform }, { tx, singletonKey: `${platform} ${userId}` });
    await personChanged(ctx, userId);
  });
}

export const notifyGone = defineJob({
  name: 'connections/say-gone',
  data: z.object({ userId: z.string(), platform: PlatformToLink }),
  async run(ctx, { userId: id, platform }) {
    const userId = id as UserId;
    const row = await findAccount(ctx.db, { userId, platform });
    if (!row?.goneAt) return;
    const locale = await localeOfUser(ctx, userId);
    const values = { platform: nameOf(ctx, platform), name: row.displayName };
    await notify(ctx, userId, {
      severity: 'warning',
      title: say(locale, 'connections.goneTitle', values),
      message: say(locale, 'connections.goneText', values),
      actionUrl: '/settings',
    });
  },
});
