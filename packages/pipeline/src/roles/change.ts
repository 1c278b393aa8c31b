import type { Member } from '@tally/discord/rest';
import { type Ctx, minutes } from '@tally/kernel';
import type { Verdict } from './decide.ts';
import { writeLogSoon } from './log.ts';
import { kindOf, kindsEndingOnLeave, type RoleProblem, reportTrouble } from './owner.ts';
import { isLimit, problemOf, refusalOf } from './rights.ts';
import { deleteChange, finishChange, insertChange } from './store/changes.ts';
import { deleteClaims, deleteClaimsById, deleteOrders, overruleClaims } from './store/claims.ts';
import { finishHolding, forgetTries, noteAbsent, noteTry, parkRole } from './store/holdings.ts';
import type { Claim, Holding, MemberKey } from './tables.ts';
import type { ServerWork } from './work.ts';

/** This is longer than one call takes. A process that dies blocks its members for this long. */
const LEASE_MS = minutes(2);

export const leaseOf = (ctx: Ctx) => ({
  now: ctx.clock.now(),
  until: new Date(ctx.clock.now().getTime() + LEASE_MS),
});

/** Records that the member has left the server and lost their roles. */
export async function memberIsAbsent(ctx: Ctx, place: MemberKey): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await deleteOrders(tx, place);
    await deleteClaims(tx, { kinds: kindsEndingOnLeave(ctx), serverId: place.serverId, userIds: [place.userId] });
    await noteAbsent(tx, place);
  });
}

interface Change {
  readonly holding: Holding;
  readonly verdict: Verdict<Claim>;
  readonly member: Member;
  readonly isGiven: boolean;
}

/** Gives or removes one role. */
export async function change(work: ServerWork, about: Change): Promise<'done' | 'left' | RoleProblem> {
  const { ctx, serverId, state } = work;
  const { holding, verdict, isGiven } = about;
  const { userId, roleId } = holding;
  const known = work.refused.get(roleId) ?? problemOf(ctx, state, roleId);
  const cause = verdict.because ?? holding;
  if (known) return await park(work, holding, { problem: known, kind: cause.kind });
  const { audit, log } = kindOf(ctx, cause.kind);
  const changeId = await noteAttempt(ctx, about);
  try {
    const isOrdered = verdict.because !== null;
    const call = { serverId, userId, roleId, reason: isGiven || isOrdered ? audit : `${audit}: no longer` };
    await (isGiven ? ctx.discord.members.giveRole(call) : ctx.discord.members.takeRole(call));
  } catch (error) {
    const refusal = refusalOf(error);
    // After an outage the change may still have been made, so the record of the attempt is kept.
    if (refusal === null && !isLimit(error)) throw error;
    await deleteChange(ctx.db, changeId);
    if (refusal === 'left') {
      await memberIsAbsent(ctx, { serverId, userId });
      return 'left';
    }
    await forgetTries(ctx.db, holding);
    if (refusal === null) throw error;
    return await park(work, holding, { problem: refusal, kind: cause.kind });
  }
  const channelId = (await log?.findChannel(ctx, serverId)) ?? null;
  await ctx.db.transaction(async (tx) => {
    await finishIn(tx, { holding, verdict, hasIt: isGiven });
    if (holding.isForgotten) return await deleteChange(tx, changeId);
    await finishChange(tx, changeId, ctx.clock.now(), channelId && log ? log.name : null);
    if (channelId && log) await writeLogSoon(ctx, { serverId, kind: cause.kind }, tx);
  });
  return 'done';
}

/** Records the attempt first, so after a crash we know that the role may be ours. */
async function noteAttempt(ctx: Ctx, { holding, verdict, member, isGiven }: Change): Promise<bigint> {
  const { serverId, userId, roleId } = holding;
  const { kind, reason, about } = verdict.because ?? holding;
  const { user, nick } = member;
  await noteTry(ctx.db, holding, leaseOf(ctx).until);
  return await insertChange(ctx.db, {
    serverId,
    userId,
    roleId,
    isGiven,
    kind,
    reason,
    about,
    reference: verdict.because?.reference ?? null,
    userName: nick ?? user?.displayName ?? user?.username ?? userId,
    avatar: user?.avatar ?? null,
    madeAt: ctx.clock.now(),
  });
}

export const finish = async (
  { ctx }: ServerWork,
  holding: Holding,
  verdict: Verdict<Claim>,
  hasIt: boolean,
): Promise<void> => await ctx.db.transaction((tx) => finishIn(tx, { holding, verdict, hasIt }));

async function finishIn(
  tx: Ctx['db'],
  { holding, verdict, hasIt }: { holding: Holding; verdict: Verdict<Claim>; hasIt: boolean },
): Promise<void> {
  const { because, isOurs, spent, overruled } = verdict;
  await deleteClaimsById(
    tx,
    spent.map(({ id }) => id),
  );
  await overruleClaims(
    tx,
    overruled.map(({ id }) => id),
  );
  const cause = because ? { kind: because.kind, reason: because.reason, about: because.about } : {};
  await finishHolding(tx, holding, { hasIt, isOurs, ...cause });
}

/**
 * Stops trying this role until a person has fixed the cause. The log gets one line, no matter how many members are
 * affected.
 */
async function park(
  work: ServerWork,
  holding: Holding,
  { problem, kind }: { readonly problem: RoleProblem; readonly kind: string },
): Promise<RoleProblem> {
  const { ctx, serverId, state } = work;
  const { roleId } = holding;
  const isNews = !work.refused.has(roleId);
  work.refused.set(roleId, problem);
  const { what, path } = kindOf(ctx, kind);
  await ctx.db.transaction(async (tx) => {
    await parkRole(tx, holding);
    if (!isNews) return;
    const names = { roleName: state?.roles.get(roleId)?.name ?? null, serverName: state?.name ?? null };
    await reportTrouble(ctx, tx, serverId, { of: 'role', problem, roleId, ...names, what, path });
  });
  return problem;
}
