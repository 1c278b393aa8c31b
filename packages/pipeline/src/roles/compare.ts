import type { RoleId, ServerId, UserId } from '@tally/contract';
import { type Ctx, UpstreamError } from '@tally/kernel';
import { carryOutSoon } from './carry-out.ts';
import { memberIsAbsent } from './change.ts';
import { problemOf, refusalOf } from './rights.ts';
import { listClaimsFor } from './store/claims.ts';
import { addMissingHoldings, callHoldings, listHoldings, noteChecked } from './store/holdings.ts';
import type { Claim, Holding } from './tables.ts';
import { judge, openWork, type ServerWork } from './work.ts';

/** Up to this many members are requested one by one. More are read in pages of a thousand. */
const FEW = 10;
const MOST_PAGES = 10;
const PER_PAGE = 1000;
/** The limit for one run without pages. Later runs read the other members. */
const MOST_SINGLE = 30;

/** Repairs differences after missed events, manual role changes and expired rules. */
export async function compareServer(ctx: Ctx, serverId: ServerId): Promise<void> {
  for (const feature of ctx.features) await feature.roleOwner?.revise?.(ctx, serverId);
  await addMissingHoldings(ctx.db, serverId, ctx.clock.now());
  const holdings = await listHoldings(ctx.db, serverId);
  if (holdings.length === 0) return;
  const work = await openWork(ctx, serverId);
  const members = await readMembers(ctx, serverId, holdings, work.state?.memberCount ?? null);
  const due = await findDifferences(work, holdings, members);
  await ctx.db.transaction(async (tx) => {
    await callHoldings(tx, due, ctx.clock.now());
    await noteChecked(tx, serverId, [...members.keys()], ctx.clock.now());
  });
  if (due.length > 0 || holdings.some((holding) => holding.dueAt !== null)) await carryOutSoon(ctx, serverId);
}

type Members = ReadonlyMap<UserId, readonly RoleId[] | null>;

/** Skips differences that we know the bot cannot change. */
async function findDifferences(work: ServerWork, holdings: readonly Holding[], members: Members): Promise<Holding[]> {
  const { ctx, serverId, state } = work;
  const claims = await listClaimsFor(ctx.db, serverId, [...members.keys()], ctx.clock.now());
  const byUser = Map.groupBy(claims, (claim) => claim.userId);
  const due: Holding[] = [];
  for (const holding of holdings) {
    const roleIds = members.get(holding.userId);
    if (roleIds === undefined) continue;
    if (roleIds === null) {
      const isNews = holding.hasIt || holding.dueAt !== null;
      if (isNews) await memberIsAbsent(ctx, holding);
      continue;
    }
    const claimed = byUser.get(holding.userId) ?? [];
    if (!(await isDifferent(work, holding, { claims: claimed, roleIds }))) continue;
    if (problemOf(ctx, state, holding.roleId) === null) due.push(holding);
  }
  return due;
}

async function isDifferent(
  work: ServerWork,
  holding: Holding,
  about: { readonly claims: readonly Claim[]; readonly roleIds: readonly RoleId[] },
): Promise<boolean> {
  const verdict = await judge(work, { holding, ...about });
  const isClaimed = about.claims.some((claim) => claim.roleId === holding.roleId);
  return verdict.act !== 'nothing' || !isClaimed || about.roleIds.includes(holding.roleId) !== holding.hasIt;
}

/** The roles of each member, or null for a member who has left. Members that were not read are missing. */
async function readMembers(
  ctx: Ctx,
  serverId: ServerId,
  holdings: readonly Holding[],
  memberCount: number | null,
): Promise<Members> {
  const oldest = [...holdings].sort((a, b) => (a.checkedAt?.getTime() ?? 0) - (b.checkedAt?.getTime() ?? 0));
  const userIds = [...new Set(oldest.map((holding) => holding.userId))];
  const pages = memberCount === null ? MOST_PAGES : Math.ceil(memberCount / PER_PAGE);
  if (userIds.length > FEW && pages <= Math.min(MOST_PAGES, userIds.length)) {
    const listed = await readPages(ctx, serverId, new Set(userIds));
    if (listed) return listed;
  }
  return await readSingly(ctx, serverId, userIds.slice(0, MOST_SINGLE));
}

/** Returns null without the privileged intent, or if there are more members than expected. */
async function readPages(ctx: Ctx, serverId: ServerId, wanted: ReadonlySet<UserId>): Promise<Members | null> {
  const found = new Map<UserId, readonly RoleId[] | null>();
  let after: UserId | undefined;
  try {
    for (let count = 0; ; count += 1) {
      if (count > MOST_PAGES) return null;
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

async function readSingly(ctx: Ctx, serverId: ServerId, userIds: readonly UserId[]): Promise<Members> {
  const found = new Map<UserId, readonly RoleId[] | null>();
  for (const userId of userIds) {
    try {
      found.set(userId, (await ctx.discord.members.get({ serverId, userId })).roleIds);
    } catch (error) {
      if (refusalOf(error) === 'left') found.set(userId, null);
      // The next run in ten minutes reads the other members.
      else if (error instanceof UpstreamError) break;
      else throw error;
    }
  }
  return found;
}
