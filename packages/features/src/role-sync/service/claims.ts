import type { RoleId, UserId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { claimRoles, dropClaims, endClaims, listClaims, type MemberKey, type RoleOwner } from '@tally/pipeline/roles';
import { isAboveMember } from '../../places/index.ts';
import { planFor, type Verdict } from '../match.ts';
import { forgetMember } from '../store/members.ts';

/** The claim on roles for what a member is in a creator's channel, such as a subscriber. */
export const STANDING = 'role-sync/standing';

export const roleOwner: RoleOwner = {
  kinds: {
    // If a member comes back, we check them again.
    standing: { audit: 'role sync', what: 'roleSync.what', path: '/notifications', endsOnLeave: true },
  },
};

export interface Claimed {
  /** The roles that the check covered. */
  readonly roleIds: readonly RoleId[];
  /** Roles that the requesting moderator may not give, so we do not claim them. */
  readonly tooHigh: readonly RoleId[];
}

/** Updates the claims on a member's roles to the result of a check. */
export async function claimStandings(
  ctx: Ctx,
  place: MemberKey,
  about: {
    readonly verdicts: ReadonlyMap<RoleId, Verdict>;
    readonly has: readonly RoleId[];
    readonly by?: UserId | undefined;
    readonly isAwaited: boolean;
  },
): Promise<Claimed> {
  const { verdicts, has, by, isAwaited } = about;
  const missing = [...verdicts].flatMap(([roleId, verdict]) =>
    verdict === 'yes' && !has.includes(roleId) ? [roleId] : [],
  );
  const tooHigh = by ? await listAbove(ctx, place, by, missing) : [];
  const dropped = await ctx.db.transaction(async (tx) => {
    const claims = await listClaims(tx, filterOf(place));
    const { claim, drop } = planFor(verdicts, { has, claimed: claims.map(({ roleId }) => roleId) });
    const over = claims.filter(({ roleId }) => drop.includes(roleId));
    await endClaims(ctx, tx, over, { isAwaited });
    const wanted = claim.filter((roleId) => !tooHigh.includes(roleId));
    await claimRoles(
      ctx,
      tx,
      wanted.map((roleId) => ({ ...place, roleId, kind: STANDING, wish: 'held' })),
      { isAwaited },
    );
    return drop;
  });
  const roleIds = new Set([...verdicts.keys(), ...dropped].filter((roleId) => !tooHigh.includes(roleId)));
  return { roleIds: [...roleIds], tooHigh };
}

const filterOf = ({ serverId, userId }: MemberKey) => ({ kinds: [STANDING], serverId, userIds: [userId] });

/** Lists roles above a moderator's own, because moderators must not give those through us either. */
async function listAbove(ctx: Ctx, { serverId }: MemberKey, by: UserId, roleIds: readonly RoleId[]): Promise<RoleId[]> {
  const above: RoleId[] = [];
  for (const roleId of roleIds) if (await isAboveMember(ctx, serverId, { roleId, userId: by })) above.push(roleId);
  return above;
}

/** Forgets a member who left without a leave event. */
export async function forgetAbsent(ctx: Ctx, place: MemberKey): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await forgetMember(tx, place);
    await dropClaims(ctx, tx, filterOf(place));
  });
}
