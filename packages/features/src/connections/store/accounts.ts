import type { PlatformToLink, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, asc, count, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from '@tally/infra/sql';
import { type AccountRow, linkedAccounts } from '../tables.ts';

export interface Owned {
  readonly userId: UserId;
  readonly platform: PlatformToLink;
}

const isOf = ({ userId, platform }: Owned) =>
  and(eq(linkedAccounts.userId, userId), eq(linkedAccounts.platform, platform));

/**
 * Links the account, or updates its permission. Returns false if the person has a different account there. If it
 * belongs to another person, the index `linked_accounts_account` throws.
 */
export async function saveAccount(tx: Db, row: AccountRow): Promise<boolean> {
  const { userId: _, platform: __, accountId: ___, linkedAt: ____, ...newer } = row;
  const saved = await tx
    .insert(linkedAccounts)
    .values(row)
    .onConflictDoUpdate({
      target: [linkedAccounts.userId, linkedAccounts.platform],
      set: newer,
      setWhere: eq(linkedAccounts.accountId, row.accountId),
    })
    .returning({ userId: linkedAccounts.userId });
  return saved.length > 0;
}

export async function findAccount(db: Db, owned: Owned): Promise<AccountRow | null> {
  const [found] = await db.select().from(linkedAccounts).where(isOf(owned));
  return found ?? null;
}

export async function deleteAccount(tx: Db, owned: Owned): Promise<AccountRow | null> {
  const [gone] = await tx.delete(linkedAccounts).where(isOf(owned)).returning();
  return gone ?? null;
}

export async function listAccountsOf(
  db: Db,
  userIds: readonly UserId[],
  platforms?: readonly PlatformToLink[],
): Promise<AccountRow[]> {
  if (userIds.length === 0) return [];
  return await db
    .select()
    .from(linkedAccounts)
    .where(
      and(
        inArray(linkedAccounts.userId, [...userIds]),
        platforms ? inArray(linkedAccounts.platform, [...platforms]) : undefined,
      ),
    )
    .orderBy(asc(linkedAccounts.userId), asc(linkedAccounts.platform));
}

export async function listAccountsById(
  db: Db,
  platform: PlatformToLink,
  accountIds: readonly string[],
): Promise<AccountRow[]> {
  if (accountIds.length === 0) return [];
  return await db
    .select()
    .from(linkedAccounts)
    .where(and(eq(linkedAccounts.platform, platform), inArray(linkedAccounts.accountId, [...accountIds])));
}

/** Claims the renewal of a token. Returns null if another process has claimed it. */
export async function claimRenewal(db: Db, owned: Owned, now: Date, until: Date): Promise<AccountRow | null> {
  const isFree = or(isNull(linkedAccounts.renewingUntil), lt(linkedAccounts.renewingUntil, now));
  const [claimed] = await db
    .update(linkedAccounts)
    .set({ renewingUntil: until })
    .where(and(isOf(owned), isNotNull(linkedAccounts.refreshToken), isFree))
    .returning();
  return claimed ?? null;
}

/** Changes the account only if its refresh token is still the same, because the person may have logged in again. */
export async function changeAccount(
  db: Db,
  before: AccountRow,
  change: Partial<Omit<AccountRow, 'userId' | 'platform' | 'accountId'>>,
): Promise<boolean> {
  const isSame =
    before.refreshToken === null
      ? isNull(linkedAccounts.refreshToken)
      : eq(linkedAccounts.refreshToken, before.refreshToken);
  const changed = await db
    .update(linkedAccounts)
    .set(change)
    .where(and(isOf(before), eq(linkedAccounts.accountId, before.accountId), isSame))
    .returning({ userId: linkedAccounts.userId });
  return changed.length > 0;
}

export async function renameAccount(
  tx: Db,
  account: AccountRow,
  named: Pick<AccountRow, 'username' | 'displayName'>,
): Promise<boolean> {
  const changed = await tx
    .update(linkedAccounts)
    .set(named)
    .where(and(isOf(account), eq(linkedAccounts.accountId, account.accountId)))
    .returning({ userId: linkedAccounts.userId });
  return changed.length > 0;
}

/** Lists the permissions whose last check is the oldest. */
export async function listUnchecked(db: Db, since: Date, limit: number): Promise<AccountRow[]> {
  return await db
    .select()
    .from(linkedAccounts)
    .where(and(isNotNull(linkedAccounts.refreshToken), lt(linkedAccounts.checkedAt, since)))
    .orderBy(asc(linkedAccounts.checkedAt))
    .limit(limit);
}

/** Selects tokens that have not expired. An expired one is renewed before use, which also validates it. */
const isInUse = (platform: PlatformToLink, now: Date) =>
  and(eq(linkedAccounts.platform, platform), isNotNull(linkedAccounts.accessToken), gt(linkedAccounts.expiresAt, now));

export async function countHeld(db: Db, platform: PlatformToLink, now: Date): Promise<number> {
  return await db.$count(linkedAccounts, isInUse(platform, now));
}

/** Lists the tokens whose last validation is the oldest. */
export async function listUnvalidated(
  db: Db,
  about: { readonly platform: PlatformToLink; readonly now: Date; readonly since: Date; readonly limit: number },
): Promise<AccountRow[]> {
  const isDue = or(isNull(linkedAccounts.validatedAt), lt(linkedAccounts.validatedAt, about.since));
  return await db
    .select()
    .from(linkedAccounts)
    .where(and(isInUse(about.platform, about.now), isDue))
    .orderBy(sql`${linkedAccounts.validatedAt} nulls first`)
    .limit(about.limit);
}

/** Counts the people who have linked an account, by platform. */
export async function countByPlatform(db: Db): Promise<{ platform: PlatformToLink; total: number }[]> {
  return await db
    .select({ platform: linkedAccounts.platform, total: count() })
    .from(linkedAccounts)
    .groupBy(linkedAccounts.platform);
}
