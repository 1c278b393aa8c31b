import type { RoleId, UserId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { claimRoles, dropClaims, endClaims, listClaims, type RoleOwner } from '@tally/pipeline/roles';
import { isAboveMember } from '../../servers/index.ts';
import { planFor, type Verdict } from '../match.ts';
import { forgetMember } from '../store/members.ts';
import type { Place } from '../tables.ts';

/** Roles for what somebody is to a creator. */
export const STANDING = 'role-sync/standing';

export const roleOwner: RoleOwner = {
  kinds: {
    // Should they come back, what they are then is found out anew.
    standing: { audit: 'role sync', what: 'roleSync.what', path: '/notifications', endsOnLeave: true },
  },
};

export interface Claimed {
  /** The roles that the check was about. */
  readonly roleIds: readonly RoleId[];
  /** Roles that the moderator who asked may not hand out: they are not claimed in their name. */
  readonly tooHigh: readonly RoleId[];
}

/** Makes the claims on a member's roles what a check has found out. */
export async function claimStandings(
  ctx: Ctx,
  place: Place,
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

const filterOf = ({ serverId, userId }: Place) => ({ kinds: [STANDING], serverId, userIds: [userId] });

/** A moderator hands out nothing above their own roles, also not through us. */
async function listAbove(ctx: Ctx, { serverId }: Place, by: UserId, roleIds: readonly RoleId[]): Promise<RoleId[]> {
  const above: RoleId[] = [];
  for (const roleId of roleIds) if (await isAboveMember(ctx, serverId, { roleId, userId: by })) above.push(roleId);
  return above;
}

/** Somebody who has left while nobody told us. */
export async function forgetAbsent(ctx: Ctx, place: Place): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await forgetMember(tx, place);
    await dropClaims(ctx, tx, filterOf(place));
  });
}
