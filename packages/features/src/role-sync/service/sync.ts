import type { RoleId, ServerId, UserId } from '@tally/contract';
import type { Member } from '@tally/discord/rest';
import { type Ctx, hours, minutes, seconds, UpstreamError } from '@tally/kernel';
import { report } from '../../error-logs/index.ts';
import { explainRoleRefusal, findRoleTrouble, isAboveMember, planOf } from '../../servers/index.ts';
import { sweepSoon } from '../jobs.ts';
import { judge, planFor } from '../match.ts';
import { dropHoldings, endTurn, forgetMember, listHoldings, saveHolding, takeTurn } from '../store/members.ts';
import type { Place } from '../tables.ts';
import { type Knowledge, learn } from './known.ts';
import { type NewName, nameMember } from './name.ts';
import { listSources } from './sources.ts';
import { whatStops } from './trouble.ts';

/** Longer than one member takes. */
const TURN_MS = seconds(60);
/** How often somebody is looked at of whom nothing is heard. */
const EVERY_MS = hours(12);
/** Ends are told to the second; clocks differ. */
const AFTER_END_MS = minutes(1);

/** Why a role could not be given or taken. */
export const causes = ['roleGone', 'aboveBot', 'managed', 'aboveMember', 'noPermission'] as const;
export type Cause = (typeof causes)[number];

export interface Outcome {
  readonly added: readonly RoleId[];
  readonly removed: readonly RoleId[];
  readonly errors: ReadonlyMap<Cause, readonly RoleId[]>;
  readonly name: NewName;
  readonly knowledge: Knowledge;
}

/** Somebody else is at this member, they have left, or there is nothing to do here. */
export type SyncResult = Outcome | 'busy' | 'left' | 'nothing';

/**
 * Makes the roles of a member what their linked accounts say. What Discord refuses for good is an answer; a limit or
 * an outage is thrown, and whoever asked tries again.
 */
export async function syncMember(
  ctx: Ctx,
  place: Place,
  about: { readonly isAsked: boolean; readonly by?: UserId | undefined },
): Promise<SyncResult> {
  const until = new Date(ctx.clock.now().getTime() + TURN_MS);
  if (!(await takeTurn(ctx.db, place, ctx.clock.now(), until))) return 'busy';
  let next: Date | null = null;
  try {
    const sources = await listSources(ctx, place.serverId);
    const held = await listHoldings(ctx.db, place);
    const member = await findMember(ctx, place);
    if (!member) {
      await ctx.db.transaction((tx) => forgetMember(tx, place));
      return 'left';
    }
    const knowledge = await learn(ctx, place.userId, sources);
    const outcome = await carryOut(ctx, place, { sources, held, member, knowledge, ...about });
    next = nextCheck(ctx, knowledge);
    if (sources.length === 0 && knowledge.accounts.length === 0) {
      // Nothing ties them to this server any more.
      await ctx.db.transaction((tx) => forgetMember(tx, place, until));
      return 'nothing';
    }
    return outcome;
  } finally {
    // What was told after this turn had read what is known would otherwise wait for the next usual look.
    if (await endTurn(ctx.db, place, { now: ctx.clock.now(), until, next })) await sweepSoon(ctx);
  }
}

function nextCheck(ctx: Ctx, { endsAt }: Knowledge): Date {
  const usual = ctx.clock.now().getTime() + EVERY_MS;
  return new Date(endsAt ? Math.min(usual, endsAt.getTime() + AFTER_END_MS) : usual);
}

interface Scene {
  readonly sources: Awaited<ReturnType<typeof listSources>>;
  readonly held: Awaited<ReturnType<typeof listHoldings>>;
  readonly member: Member;
  readonly knowledge: Knowledge;
  readonly isAsked: boolean;
  readonly by?: UserId | undefined;
}

async function carryOut(ctx: Ctx, place: Place, scene: Scene): Promise<Outcome> {
  const { held, member, knowledge } = scene;
  const { bitfield } = await planOf(ctx, place.serverId);
  const verdicts = judge(scene.sources, knowledge.of, bitfield);
  const has = member.roleIds;
  const plan = planFor(verdicts, { has, ours: held.map(({ roleId }) => roleId) });
  await dropHoldings(ctx.db, place, plan.forget);
  // The attempt was noted, and nobody saw that it worked.
  for (const { roleId, hasIt } of held) {
    if (!hasIt && has.includes(roleId) && !plan.take.includes(roleId)) await saveHolding(ctx.db, place, roleId, true);
  }
  const errors = new Map<Cause, RoleId[]>();
  const [added, removed]: [RoleId[], RoleId[]] = [[], []];
  const wanted = [...plan.give.map((id) => [id, true] as const), ...plan.take.map((id) => [id, false] as const)];
  for (const [roleId, isGiven] of wanted) {
    const cause = await change(ctx, place, { roleId, isGiven, by: scene.by });
    if (cause) errors.set(cause, [...(errors.get(cause) ?? []), roleId]);
    else (isGiven ? added : removed).push(roleId);
  }
  const name = await nameMember(ctx, place, { member, accounts: knowledge.accounts, isAsked: scene.isAsked, bitfield });
  return { added, removed, errors, name, knowledge };
}

/** Null: done. What its owner has to mend goes into the server's error log, once. */
async function change(
  ctx: Ctx,
  place: Place,
  { roleId, isGiven, by }: { roleId: RoleId; isGiven: boolean; by: UserId | undefined },
): Promise<Cause | null> {
  const { serverId, userId } = place;
  // A moderator hands out nothing above their own roles, also not through us.
  if (by && isGiven && (await isAboveMember(ctx, serverId, { roleId, userId: by }))) return 'aboveMember';
  const trouble = await findRoleTrouble(ctx, serverId, troubleOf(roleId));
  if (trouble) {
    await report(ctx, serverId, trouble);
    return whatStops(trouble.reason);
  }
  if (isGiven) await saveHolding(ctx.db, place, roleId, false);
  try {
    const about = { serverId, userId, roleId, reason: isGiven ? 'role sync' : 'role sync: no longer so' };
    await (isGiven ? ctx.discord.members.giveRole(about) : ctx.discord.members.takeRole(about));
  } catch (error) {
    return await refused(ctx, serverId, roleId, error);
  }
  if (isGiven) await saveHolding(ctx.db, place, roleId, true);
  else await dropHoldings(ctx.db, place, [roleId]);
  return null;
}

const troubleOf = (roleId: RoleId) => ({ roleId, what: { say: 'roleSync.what' }, path: '/notifications' }) as const;

/** https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const gone: ReadonlySet<unknown> = new Set([10_007, 10_013]);

async function refused(ctx: Ctx, serverId: ServerId, roleId: RoleId, error: unknown): Promise<Cause> {
  if (!(error instanceof UpstreamError) || error.kind === 'limited' || error.kind === 'down') throw error;
  // The member left a moment ago: the next look forgets them.
  if (gone.has(error.upstreamCode)) throw error;
  const trouble = await explainRoleRefusal(ctx, serverId, troubleOf(roleId));
  if (trouble) await report(ctx, serverId, trouble);
  return trouble ? whatStops(trouble.reason) : 'aboveBot';
}

async function findMember(ctx: Ctx, place: Place): Promise<Member | null> {
  try {
    return await ctx.discord.members.get(place);
  } catch (error) {
    if (error instanceof UpstreamError && (error.kind === 'gone' || gone.has(error.upstreamCode))) return null;
    throw error;
  }
}
