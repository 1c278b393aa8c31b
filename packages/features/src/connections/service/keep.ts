import type { PlatformToLink, UserId } from '@tally/contract';
import { type Db, isUniqueViolation } from '@tally/infra/db';
import { AppError, type Ctx, type LoginTokens, type OutsideAccount } from '@tally/kernel';
import { personChanged } from '../../account/index.ts';
import { saveAccount } from '../store/accounts.ts';
import { noteHeard } from '../store/heard.ts';
import type { AccountRow } from '../tables.ts';
import { announce } from './change.ts';
import { nameOf } from './platform.ts';
import { noTokens, sealTokens } from './seal.ts';

export interface Proven {
  readonly userId: UserId;
  readonly platform: PlatformToLink;
  readonly account: OutsideAccount;
  readonly way: AccountRow['way'];
  readonly tokens: LoginTokens | null;
}

/**
 * Links the account to the person. If two people prove the same account, a unique index refuses the second one without
 * revealing the first.
 */
export async function keepAccount(
  ctx: Ctx,
  proven: Proven,
  also: (tx: Db) => Promise<void> = async () => undefined,
): Promise<void> {
  const { userId, platform, account } = proven;
  const row = rowOf(ctx, proven);
  try {
    await ctx.db.transaction(async (tx) => {
      const isSaved = await saveAccount(tx, row);
      if (!isSaved) throw new AppError('otherAccountLinked', { platform: nameOf(ctx, platform) });
      await also(tx);
      // After a new login, the platform may allow a subscription that it refused before.
      await noteHeard(tx, { platform, channelIds: [account.id], trouble: null, heardAt: null });
      await announce(ctx, tx, 'linked', row);
      await personChanged(ctx, userId);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('accountTaken', { platform: nameOf(ctx, platform) });
  }
}

function rowOf(ctx: Ctx, { userId, platform, account, way, tokens }: Proven): AccountRow {
  const now = ctx.clock.now();
  return {
    userId,
    platform,
    accountId: account.id,
    username: clean(account.name),
    displayName: clean(account.displayName),
    way,
    ...(tokens ? sealTokens(ctx, { platform, userId }, tokens) : noTokens),
    renewingUntil: null,
    checkedAt: now,
    validatedAt: now,
    goneAt: null,
    linkedAt: now,
  };
}

const LONGEST_NAME = 100;

/** Postgres refuses NUL and lone surrogates, and line breaks in names would break lists. */
export const clean = (name: string): string =>
  name
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- exactly those
    .replace(/[\u0000-\u001f\u007f]/g, '')
    .slice(0, LONGEST_NAME)
    .toWellFormed();
