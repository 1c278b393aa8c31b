import type { RoleId, ServerId, UserId } from '@tally/contract';
import { type Ctx, UpstreamError } from '@tally/kernel';
import { settleSoon } from '../jobs.ts';
import { counts, kindOf, type Rules } from '../match.ts';
import { addClaims, dropClaim, followClaims, forgetMember, listClaimsOfServer } from '../store/claims.ts';
import { changeHolding, findNextDue, listBusyServers, listHoldings, noteChecked } from '../store/holdings.ts';
import { askPresences, listConcerned } from '../store/rules.ts';
import type { Claim, Holding } from '../tables.ts';
import { problemOf, readState, refusalOf } from './role-trouble.ts';
import { concernedServers, forgetScene, loadRules, onceAnHour } from './rules.ts';
import { reviseStreamers } from './streamers.ts';

/** Asked for one by one up to here; more members are read in pages of a thousand. */
const FEW = 10;
const MOST_PAGES = 10;
const PER_PAGE = 1000;
/** In one run, where pages are not to be had. The others come in the next. */
const MOST_SINGLE = 30;

export async function listToReconcile(ctx: Ctx): Promise<readonly ServerId[]> {
  const [concerned, busy] = [await listConcerned(ctx.db), await listBusyServers(ctx.db)];
  return [...new Set([...concerned, ...busy])];
}

/** Makes right what was missed: events that never came, roles that somebody else gave or took, rules that lapsed. */
export async function reconcile(ctx: Ctx, serverId: ServerId): Promise<void> {
  const rules = await loadRules(ctx, serverId);
  await reviseClaims(ctx, serverId, rules);
  await compareMembers(ctx, serverId, rules);
  if ((await concernedServers(ctx)).has(serverId))
    await onceAnHour(ctx, serverId, async () => await askPresences(ctx.db, serverId));
  if ((await findNextDue(ctx.db, serverId)) !== null) await settleSoon(ctx, serverId);
}

async function reviseClaims(ctx: Ctx, serverId: ServerId, rules: Rules): Promise<void> {
  const claims = await listClaimsOfServer(ctx.db, serverId);
  const ofStreamers = claims.filter((claim) => kindOf(claim.source) === null);
  const { missing, over } = await reviseStreamers(ctx, serverId, ofStreamers);
  const lapsed = claims.filter((claim) => isLapsed(rules, claim));
  const gone = [...over, ...lapsed];
  if (missing.length === 0 && gone.length === 0) return;
  await ctx.db.transaction(async (tx) => {
    await addClaims(tx, missing);
    for (const claim of gone) await dropClaim(tx, claim);
    await followClaims(tx, [...missing, ...gone], ctx.clock.now());
  });
  if (lapsed.length > 0) await forgetScene(ctx, serverId);
}

/** Its rule was removed, or is more than the plan allows. */
function isLapsed(rules: Rules, { source, roleId }: Claim): boolean {
  const kind = kindOf(source);
  return kind !== null && !rules[kind].some((rule) => rule.roleId === roleId);
}

/** Only members who have, or should have, one of these roles; only differences become work. */
async function compareMembers(ctx: Ctx, serverId: ServerId, rules: Rules): Promise<void> {
  const holdings = await listHoldings(ctx.db, serverId);
  const byUser = Map.groupBy(holdings, (holding) => holding.userId);
  if (byUser.size === 0) return;
  const state = await readState(ctx, serverId);
  const found = await readMembers(ctx, serverId, holdings, state?.memberCount ?? null);
  const claims = Map.groupBy(await listClaimsOfServer(ctx.db, serverId), (claim) => claim.userId);
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    for (const [userId, roleIds] of found) {
      if (roleIds === null) {
        await forgetMember(tx, { serverId, userId });
        continue;
      }
      for (const holding of byUser.get(userId) ?? []) {
        const isDue = (claims.get(userId) ?? []).some(
          (claim) => claim.roleId === holding.roleId && counts(rules, claim, roleIds),
        );
        const change = compare(holding, { isDue, hasIt: roleIds.includes(holding.roleId) });
        if (!change) continue;
        const isStuck = problemOf(ctx, state, holding.roleId) !== null;
        await changeHolding(tx, holding, { ...change, settleAt: isStuck ? null : now });
      }
    }
    await noteChecked(tx, serverId, [...found.keys()], now);
  });
}

/** Null: all is as it should be. */
function compare(holding: Holding, now: { isDue: boolean; hasIt: boolean }): Partial<Holding> | null {
  if (now.isDue !== now.hasIt) {
    const isForeign = now.hasIt && !holding.isOurs && holding.tries === 0;
    return isForeign && holding.isWanted ? null : { hasIt: now.hasIt };
  }
  if (!holding.isWanted || holding.hasIt !== now.hasIt) return { hasIt: now.hasIt };
  return null;
}

/** The roles of each member; null for one who has left. Members that were not looked at are missing. */
async function readMembers(
  ctx: Ctx,
  serverId: ServerId,
  holdings: readonly Holding[],
  memberCount: number | null,
): Promise<ReadonlyMap<UserId, readonly RoleId[] | null>> {
  const oldest = [...holdings].sort((a, b) => (a.checkedAt?.getTime() ?? 0) - (b.checkedAt?.getTime() ?? 0));
  const userIds = [...new Set(oldest.map((holding) => holding.userId))];
  const pages = memberCount === null ? Number.POSITIVE_INFINITY : Math.ceil(memberCount / PER_PAGE);
  if (userIds.length > FEW && pages <= Math.min(MOST_PAGES, userIds.length)) {
    const listed = await readPages(ctx, serverId, new Set(userIds));
    if (listed) return listed;
  }
  return await readSingly(ctx, serverId, userIds.slice(0, MOST_SINGLE));
}

/** Null: Discord does not let us, because the privileged intent is missing. */
async function readPages(
  ctx: Ctx,
  serverId: ServerId,
  wanted: ReadonlySet<UserId>,
): Promise<Map<UserId, readonly RoleId[] | null> | null> {
  const found = new Map<UserId, readonly RoleId[] | null>();
  let after: UserId | undefined;
  try {
    for (;;) {
      const page = await ctx.discord.members.list({ serverId, limit: PER_PAGE, ...(after ? { after } : {}) });
      for (const { user, roleIds } of page) if (user && wanted.has(user.id)) found.set(user.id, roleIds);
      const last = page.at(-1)?.user?.id;
      if (page.length < PER_PAGE || !last) break;
      after = last;
    }
  } catch (error) {
    if (error instanceof UpstreamError && error.kind === 'denied') return null;
    throw error;
  }
  for (const userId of wanted) if (!found.has(userId)) found.set(userId, null);
  return found;
}

async function readSingly(
  ctx: Ctx,
  serverId: ServerId,
  userIds: readonly UserId[],
): Promise<Map<UserId, readonly RoleId[] | null>> {
  const found = new Map<UserId, readonly RoleId[] | null>();
  for (const userId of userIds) {
    try {
      found.set(userId, (await ctx.discord.members.get({ serverId, userId })).roleIds);
    } catch (error) {
      if (refusalOf(error)?.kind === 'left') found.set(userId, null);
      // The rest is looked at in ten minutes.
      else if (error instanceof UpstreamError) break;
      else throw error;
    }
  }
  return found;
}
