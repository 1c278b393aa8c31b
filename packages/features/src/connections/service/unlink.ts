import { PlatformToLink, type UserId } from '@tally/contract';
import { UnreadableSecretError } from '@tally/infra/crypto';
import type { Db } from '@tally/infra/db';
import { AppError, type Ctx, defineJob } from '@tally/kernel';
import { keepSecret } from '@tally/pipeline/detection';
import { z } from 'zod';
import { personChanged } from '../../account/index.ts';
import { deleteAccount, listAccountsById, listAccountsOf } from '../store/accounts.ts';
import { deleteProofsOf } from '../store/proofs.ts';
import type { AccountRow } from '../tables.ts';
import { announce } from './change.ts';
import { nameOf } from './platform.ts';
import { openToken } from './seal.ts';

export async function unlink(ctx: Ctx, userId: UserId, platform: PlatformToLink): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await deleteAccount(tx, { userId, platform });
    if (!row) throw new AppError('notLinked', { platform: nameOf(ctx, platform) });
    await letGo(ctx, tx, row);
    await personChanged(ctx, userId);
  });
}

/** Removes secrets and tokens of an unlinked account, and notifies features. */
async function letGo(ctx: Ctx, tx: Db, row: AccountRow): Promise<void> {
  const { userId, platform, accountId, accessToken, refreshToken } = row;
  if (row.way === 'address') await keepSecret(ctx, tx, platform, accountId, null);
  if (accessToken) {
    await ctx.queue.send(giveBack, { userId, platform, accountId, accessToken, refreshToken }, { tx });
  }
  await announce(ctx, tx, 'unlinked', row);
}

/** Revokes the tokens at the platform. The job's data contains them encrypted, as in the table. */
export const giveBack = defineJob({
  name: 'connections/give-back',
  data: z.object({
    userId: z.string(),
    platform: PlatformToLink,
    accountId: z.string(),
    accessToken: z.string(),
    refreshToken: z.string().nullable(),
  }),
  retryLimit: 8,
  async run(ctx, { userId, platform, accountId, accessToken, refreshToken }) {
    // The account was linked again. At Google, revoking one token ends the whole permission, including the new one.
    if ((await listAccountsById(ctx.db, platform, [accountId])).length > 0) return;
    const place = { userId, platform };
    const opened = openBoth(ctx, place, { accessToken, refreshToken });
    if (opened) await ctx.platforms.with('login').get(platform)?.revoke(opened);
  },
});

/** Returns null if the key is lost, so the tokens cannot be revoked. */
function openBoth(
  ctx: Ctx,
  place: Parameters<typeof openToken>[1],
  { accessToken, refreshToken }: { accessToken: string; refreshToken: string | null },
) {
  try {
    return {
      accessToken: openToken(ctx, place, 'access', accessToken),
      refreshToken: refreshToken === null ? null : openToken(ctx, place, 'refresh', refreshToken),
    };
  } catch (error) {
    if (error instanceof UnreadableSecretError && error.isLost) return null;
    throw error;
  }
}

export async function forgetUser(ctx: Ctx, userId: UserId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    for (const { platform } of await listAccountsOf(tx, [userId])) {
      const row = await deleteAccount(tx, { userId, platform });
      if (row) await letGo(ctx, tx, row);
    }
    await deleteProofsOf(tx, userId);
  });
}

/** Exports everything except the tokens, which stay secret. */
export async function exportUser(ctx: Ctx, userId: UserId): Promise<Record<string, unknown>> {
  const rows = await listAccountsOf(ctx.db, [userId]);
  if (rows.length === 0) return {};
  const accounts = rows.map((row) => {
    const { accessToken: _, refreshToken: __, userId: ___, renewingUntil: ____, ...told } = row;
    return told;
  });
  return { accounts };
}
