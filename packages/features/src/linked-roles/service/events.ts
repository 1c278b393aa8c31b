import type { RoleId, ServerId, UserId } from '@tally/contract';
import { type Ctx, minutes, UpstreamError } from '@tally/kernel';
import { claimEcho, claimRoles } from '@tally/pipeline/roles';
import { consequencesOf, differences, type Event } from '../match.ts';
import { addBaselines, listBaselines } from '../store/rules.ts';
import { findSeen, lockMember, saveManySeen, saveSeen } from '../store/seen.ts';
import { BY_RULE } from './role-owner.ts';
import { rulesInForce } from './rules.ts';

/** Discord reports our own changes within seconds, but after an outage it may take minutes. */
const ECHO_MS = minutes(10);

/** Compares a member's roles with those we saw last. Differences trigger rules. */
export async function sawMember(
  ctx: Ctx,
  serverId: ServerId,
  { userId, roleIds }: { readonly userId: UserId; readonly roleIds: readonly RoleId[] },
): Promise<void> {
  const rules = await rulesInForce(ctx, serverId);
  if (rules.length === 0) return;
  const place = { serverId, userId };
  const now = roleIds.filter((roleId) => rules.some((rule) => rule.roleId === roleId));
  // Most updates change no role with a rule, so they can stop here without a lock.
  if (differences(await findSeen(ctx.db, place), now).length === 0) return;
  await ctx.db.transaction(async (tx) => {
    await lockMember(tx, place);
    const known = await listBaselines(tx, serverId);
    const changed = differences(await findSeen(tx, place), now);
    await saveSeen(tx, place, now);
    const events: Event[] = [];
    const since = new Date(ctx.clock.now().getTime() - ECHO_MS);
    for (const change of changed) {
      // The member may have had the role before the rule existed, so this does not count as gaining it.
      if (!known.includes(change.roleId)) continue;
      const echo = await claimEcho(tx, { ...place, ...change, kind: BY_RULE, since });
      events.push({ ...change, depth: echo === null ? 0 : Number(echo.reference) + 1 });
    }
    const orders = consequencesOf(rules, events, roleIds).map(({ roleId, isGiven, because, depth }) => ({
      ...place,
      roleId,
      kind: BY_RULE,
      wish: isGiven ? ('given' as const) : ('taken' as const),
      reason: because,
      reference: String(depth),
    }));
    await claimRoles(ctx, tx, orders);
  });
}

const PER_PAGE = 1000;
const MOST_PAGES = 200;

/** Stores which members already have the roles of new rules. Until this is done, these rules have no effect. */
export async function baseline(ctx: Ctx, serverId: ServerId): Promise<void> {
  const rules = await rulesInForce(ctx, serverId);
  const known = await listBaselines(ctx.db, serverId);
  const missing = rules.map(({ roleId }) => roleId).filter((roleId) => !known.includes(roleId));
  if (missing.length === 0) return;
  const watched = new Set(rules.map(({ roleId }) => roleId));
  try {
    let after: UserId | undefined;
    for (let count = 0; count < MOST_PAGES; count += 1) {
      const page = await ctx.discord.members.list({ serverId, limit: PER_PAGE, ...(after ? { after } : {}) });
      const rows = page.flatMap(({ user, roleIds }) => {
        const theirs = roleIds.filter((roleId) => watched.has(roleId));
        return user && theirs.length > 0 ? [{ userId: user.id, roleIds: theirs }] : [];
      });
      await saveManySeen(ctx.db, serverId, rows);
      after = page.at(-1)?.user?.id;
      if (page.length < PER_PAGE || !after) break;
    }
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.kind === 'limited' || error.kind === 'down') throw error;
    // Without the privileged intent, we do not learn about members' roles either, so these rules do nothing.
    ctx.log.info({ err: error, serverId }, 'Discord does not list the members of a server with linked roles.');
    return;
  }
  await addBaselines(ctx.db, serverId, missing, ctx.clock.now());
}
