import type { RoleId } from '@tally/contract';
import { type Ctx, days, hours, minutes, UpstreamError } from '@tally/kernel';
import { report } from '../../error-logs/index.ts';
import { findRoleTrouble } from '../../servers/index.ts';
import { claimRoles, setRole } from '../store/greetings.ts';
import type { GreetingRow } from '../tables.ts';

const AT_ONCE = 20;
/** Longer than a call takes; a process that died holds its roles no longer. */
const LEASE_MS = minutes(5);
const LATER_MS = hours(1);
/** What cannot be taken for so long is left to the people there. */
const GIVEN_UP_MS = days(3);

/** A role of which we know that somebody is to have it, or no longer. */
type RoleRow = GreetingRow & { readonly roleId: RoleId; readonly roleUntil: Date };
const hasRole = (row: GreetingRow): row is RoleRow => row.roleId !== null && row.roleUntil !== null;

/** Gives the role of the day to whom it is due, and takes it from those whose day is over. */
export async function tendRoles(ctx: Ctx): Promise<void> {
  for (;;) {
    const now = ctx.clock.now();
    const claimed = await claimRoles(ctx.db, { now, leaseUntil: new Date(now.getTime() + LEASE_MS), limit: AT_ONCE });
    await Promise.all(claimed.filter(hasRole).map(async (row) => await tend(ctx, row)));
    if (claimed.length < AT_ONCE) return;
  }
}

async function tend(ctx: Ctx, row: RoleRow): Promise<void> {
  try {
    await (ctx.clock.now() >= row.roleUntil ? take(ctx, row) : give(ctx, row));
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    // The lease ends by itself, and then it is tried again.
    if (error.kind !== 'gone' && error.kind !== 'denied') return;
    await refused(ctx, row, error);
  }
}

async function give(ctx: Ctx, row: RoleRow): Promise<void> {
  const { userId, serverId, roleId } = row;
  if (await isKnownTrouble(ctx, row)) {
    // The day is long, and its owner may have mended it by then.
    await tryLater(ctx, row);
    return;
  }
  if (row.roleState === 'due') {
    // Whoever had it before keeps it afterwards.
    const { roleIds } = await ctx.discord.members.get({ serverId, userId });
    if (roleIds.includes(roleId)) {
      await setRole(ctx.db, row, { roleState: 'had', roleAt: null });
      return;
    }
    // Written down first: a process that dies right after the call must not take the role for one that was there.
    await setRole(ctx.db, row, { roleState: 'giving', roleAt: new Date(ctx.clock.now().getTime() + LEASE_MS) });
  }
  await ctx.discord.members.giveRole({ serverId, userId, roleId });
  await setRole(ctx.db, row, { roleState: 'given', roleAt: row.roleUntil });
}

async function take(ctx: Ctx, row: RoleRow): Promise<void> {
  const { userId, serverId, roleId } = row;
  if (row.roleState === 'due') {
    await setRole(ctx.db, row, { roleState: 'failed', roleAt: null });
    return;
  }
  if (await isKnownTrouble(ctx, row)) {
    await tryLater(ctx, row);
    return;
  }
  await ctx.discord.members.takeRole({ serverId, userId, roleId });
  await setRole(ctx.db, row, { roleState: 'taken', roleAt: null });
}

async function tryLater(ctx: Ctx, row: RoleRow): Promise<void> {
  const now = ctx.clock.now().getTime();
  if (now - row.roleUntil.getTime() > GIVEN_UP_MS) {
    await setRole(ctx.db, row, { roleState: 'failed', roleAt: null });
  } else await setRole(ctx.db, row, { roleState: row.roleState ?? 'given', roleAt: new Date(now + LATER_MS) });
}

/** https://docs.discord.com/developers/topics/opcodes-and-status-codes */
const UNKNOWN_MEMBER = 10007;
const UNKNOWN_ROLE = 10011;

async function refused(ctx: Ctx, row: RoleRow, error: UpstreamError): Promise<void> {
  // Whoever has left took the role along; one that was deleted needs no taking.
  const isOver = error.upstreamCode === UNKNOWN_MEMBER || error.upstreamCode === UNKNOWN_ROLE;
  if (!isOver) await isKnownTrouble(ctx, row);
  if (isOver || row.roleState === 'due' || row.roleState === 'giving') {
    await setRole(ctx.db, row, { roleState: 'failed', roleAt: null });
  } else await tryLater(ctx, row);
}

/** What the owner has to mend stands in their error log, once, and Discord is not asked in vain. */
async function isKnownTrouble(ctx: Ctx, { serverId, roleId }: RoleRow): Promise<boolean> {
  const what = { say: 'birthday.theRole' } as const;
  const trouble = await findRoleTrouble(ctx, serverId, { roleId, what, path: '/birthday' });
  if (trouble) await report(ctx, serverId, trouble);
  return trouble !== null;
}
