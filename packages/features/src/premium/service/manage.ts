import {
  type AdditionalAddons,
  addons,
  type ManagedGuild,
  type ManagedUser,
  type ServerId,
  tiers,
  type UserId,
} from '@tally/contract';
import { AppError, type Ctx, describeToStaff } from '@tally/kernel';
import { getUserFacts } from '../../account/index.ts';
import { planOf } from '../../servers/index.ts';
import { changeServer, changeSettings, getServerFacts, type ReadStanding } from '../../settings/index.ts';
import { findEntitlement, findServerPremium } from '../store/entitlements.ts';
import type { Extras } from '../tables.ts';
import { type Catalogue, catalogue } from './catalogue.ts';
import { entitle } from './entitle.ts';
import { userPlanOf } from './entitled.ts';
import { listHeldBy } from './held.ts';
import { MOVES_EVERY_MS } from './move.ts';
import { flagNames, freeTierInfo } from './plans.ts';

const staffKey = (holder: 'guild' | 'user', holderId: string) =>
  ({ holder, holderId, source: 'staff', sourceId: '' }) as const;

export async function getManagedServer(ctx: Ctx, serverId: ServerId): Promise<ManagedGuild> {
  const [facts, plan, known, sources] = await Promise.all([
    getServerFacts(ctx, serverId),
    planOf(ctx, serverId),
    catalogue(ctx),
    listHeldBy(ctx, 'guild', serverId),
  ]);
  describeToStaff(ctx, { serverId });
  return {
    bitfield: plan.bitfield,
    overrideBranding: facts.overrideBranding,
    premium: { tier: plan.tier, ...plan.additional },
    freeTierInfo: freeTierInfo(known),
    ...sources,
  };
}

export async function getManagedUser(ctx: Ctx, userId: UserId): Promise<ManagedUser> {
  const [facts, plan, chosen, sources] = await Promise.all([
    getUserFacts(ctx, userId),
    userPlanOf(ctx, userId),
    findServerPremium(ctx.db, userId),
    listHeldBy(ctx, 'user', userId),
  ]);
  describeToStaff(ctx, { personId: userId });
  return {
    badges: facts.badges,
    bitfield: plan.bitfield,
    oneServerPremium: chosen?.serverId ?? null,
    serverPremiumCooldown: chosen ? new Date(chosen.movedAt.getTime() + MOVES_EVERY_MS) : null,
    premium: { tier: plan.tier, enabled: plan.enabled },
    ...sources,
  };
}

export interface ServerOverride extends AdditionalAddons {
  readonly newPlanId?: string | undefined;
  readonly newBitfield?: bigint | undefined;
  readonly overrideBranding?: boolean | undefined;
}

/**
 * Changes what staff granted to a server. Absent fields stay unchanged. Grants combine with paid plans: the higher plan
 * counts, with the extras of both.
 */
export async function overrideServer(ctx: Ctx, serverId: ServerId, sent: ServerOverride): Promise<void> {
  const known = await catalogue(ctx);
  if (sent.newPlanId) requireTier(known, sent.newPlanId, 'guild');
  const key = staffKey('guild', serverId);
  const read = readGiven(ctx, serverId);
  await changeSettings(ctx, serverId, { read }, async (tx) => {
    const before = fieldsIn(known, await read(tx));
    const former = await findEntitlement(tx, key);
    const extras = mergeExtras(former?.extras ?? {}, sent);
    // Flags that the plan already includes are not stored as extras, or they would outlast the plan.
    const tierId = sent.newPlanId === undefined ? (former?.tierId ?? null) : notFree(sent.newPlanId);
    const ofPlan = known.byTier.get(tierId ?? tiers.ServerFree)?.bitfield ?? 0n;
    const bitfield = sent.newBitfield === undefined ? (former?.bitfield ?? 0n) : sent.newBitfield & ~ofPlan;
    await entitle(ctx, tx, { key, grant: { tierId, extras, bitfield }, known });
    if (sent.overrideBranding !== undefined)
      await changeServer(tx, serverId, { overrideBranding: sent.overrideBranding });
    describeToStaff(ctx, { serverId, before, after: fieldsIn(known, await read(tx)) });
  });
}

/** Returns plans and features by name, for the staff audit log. */
function fieldsIn(known: Catalogue, standing: Awaited<ReturnType<ReadStanding>>): Readonly<Record<string, unknown>> {
  const all: Readonly<Record<string, unknown>> = Object.assign({}, ...standing.map(({ settings }) => settings));
  const { tier, bitfield } = all;
  return { ...all, tier: nameOf(known, tier), bitfield: flagNames(BigInt(String(bitfield))) };
}

const nameOf = (known: Catalogue, tier: unknown): string | undefined => known.byTier.get(String(tier))?.name;

const readGiven =
  (ctx: Ctx, serverId: ServerId): ReadStanding =>
  async (db) => {
    const given = await findEntitlement(db, staffKey('guild', serverId));
    const { overrideBranding } = await getServerFacts(ctx, serverId, db);
    const facts = { tier: given?.tierId ?? null, ...given?.extras, bitfield: String(given?.bitfield ?? 0n) };
    return [
      { what: 'premium', key: '', subject: null, settings: facts },
      { what: 'overrideBranding', key: '', subject: null, settings: { overrideBranding } },
    ];
  };

export async function overrideUser(ctx: Ctx, userId: UserId, newPlanId: string): Promise<void> {
  const [known] = await Promise.all([catalogue(ctx), getUserFacts(ctx, userId)]);
  requireTier(known, newPlanId, 'user');
  const tierId = notFree(newPlanId);
  await ctx.db.transaction(async (tx) => {
    const key = staffKey('user', userId);
    const former = await findEntitlement(tx, key);
    describeToStaff(ctx, {
      personId: userId,
      before: { tier: nameOf(known, former?.tierId) },
      after: { tier: nameOf(known, tierId) },
    });
    await entitle(ctx, tx, { key, grant: tierId ? { tierId } : null, known });
  });
  ctx.log.info(
    { userId, tierId, by: ctx.caller.kind === 'user' ? ctx.caller.userId : null },
    'Staff assigned a plan to a person.',
  );
}

const notFree = (tierId: string): string | null =>
  tierId === tiers.ServerFree || tierId === tiers.UserFree ? null : tierId;

function requireTier(known: Catalogue, tierId: string, holder: 'guild' | 'user'): void {
  if (known.byTier.get(tierId)?.holder !== holder) throw new AppError('notForSale');
}

function mergeExtras(former: Extras, sent: AdditionalAddons): Extras {
  const merged: Extras = { ...former };
  for (const addon of addons) {
    const value = sent[`additional${addon}`];
    if (value === undefined) continue;
    if (value === 0) delete merged[addon];
    else merged[addon] = value;
  }
  return merged;
}
