import { isDeepStrictEqual } from 'node:util';
import {
  defaultLocale,
  type GuildInfo,
  type GuildPatch,
  type GuildSetting,
  type GuildSettingsBody,
  guildSettings,
  type ServerId,
} from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { AppError, type Ctx, say } from '@tally/kernel';
import { imageUrl } from '../../account/index.ts';
import { insertChanges } from '../store/changes.ts';
import { findServer, lockServer, raiseVersion, type ServerRow } from '../store/servers.ts';
import { planOf } from './plan.ts';

/** What a feature contributes to a server on the wire, and takes from it. */
export interface GuildParts {
  /** The settings that this feature owns. One that nobody owns is read as empty and cannot be set. */
  readonly keys: readonly GuildSetting[];
  /** Reads with the handle that it is given: it may be that of an open transaction. */
  readonly read: (ctx: Ctx, db: Db, serverId: ServerId) => Promise<Partial<GuildInfo>>;
  /**
   * Comes before the transaction, with the same keys as `write`: Discord and the plan are asked here, because nobody
   * waits for the outside world while holding the server's row. Throws an AppError to refuse the whole change.
   */
  readonly check?: (ctx: Ctx, serverId: ServerId, patch: Partial<GuildSettingsBody>) => Promise<void>;
  /** Gets only keys that it owns and that were sent. Throws an AppError to refuse the whole change. */
  readonly write?: (ctx: Ctx, tx: Db, serverId: ServerId, patch: Partial<GuildSettingsBody>) => Promise<void>;
}

declare module '@tally/kernel' {
  interface Feature {
    readonly guildParts?: GuildParts;
  }
}

export async function getServer(ctx: Ctx, serverId: ServerId): Promise<GuildInfo> {
  const row = await findServer(ctx.db, serverId);
  if (!row || row.leftAt) throw new AppError('serverNotFound');
  const [plan, parts] = await Promise.all([planOf(ctx, serverId), readParts(ctx, ctx.db, serverId, partsOf(ctx))]);
  return {
    ...emptySettings,
    guildId: serverId,
    name: row.name,
    icon: imageUrl(ctx.config, 'icons', row.id, row.icon),
    version: row.version,
    isPremium: plan.isPremium,
    premium: { tier: plan.tier, ...plan.additional },
    bitfield: plan.bitfield,
    limits: plan.limits,
    blacklisted: row.isBlacklisted,
    overrideBranding: row.overrideBranding,
    gettingStarted: null,
    ...parts,
  };
}

/** What other features need to know of a server. */
export async function getServerFacts(
  ctx: Ctx,
  serverId: ServerId,
): Promise<{ name: string; isHere: boolean; overrideBranding: boolean }> {
  const row = await findServer(ctx.db, serverId);
  if (!row) throw new AppError('serverNotFound');
  return { name: row.name, isHere: row.leftAt === null, overrideBranding: row.overrideBranding };
}

const partsOf = (ctx: Ctx): readonly GuildParts[] => ctx.features.flatMap((feature) => feature.guildParts ?? []);

async function readParts(
  ctx: Ctx,
  db: Db,
  serverId: ServerId,
  parts: readonly GuildParts[],
): Promise<Partial<GuildInfo>> {
  return Object.assign({}, ...(await Promise.all(parts.map((part) => part.read(ctx, db, serverId)))));
}

/** Answers whether anything was different. */
export async function updateServer(ctx: Ctx, serverId: ServerId, body: GuildPatch): Promise<boolean> {
  const { version, ...sent } = body;
  const patches = assign(ctx, sent);
  for (const [part, patch] of patches) await part.check?.(ctx, serverId, patch);
  return await ctx.db.transaction(async (tx) => {
    const row = await lockServer(tx, serverId);
    if (!row || row.leftAt) throw new AppError('serverNotFound');
    if (version !== undefined && version !== row.version) throw new AppError('changedMeanwhile');
    return await apply(ctx, tx, row, patches);
  });
}

type Patches = ReadonlyMap<GuildParts, Partial<GuildSettingsBody>>;

/** Sorts what was sent by its owner. What nobody owns yet is refused, unless it says "empty" anyway. */
function assign(ctx: Ctx, sent: Partial<GuildSettingsBody>): Patches {
  const owners = new Map(partsOf(ctx).flatMap((part) => part.keys.map((key) => [key, part] as const)));
  const patches = new Map<GuildParts, Partial<GuildSettingsBody>>();
  const homeless: string[] = [];
  for (const key of guildSettings) {
    const value = sent[key];
    if (value === undefined) continue;
    const owner = owners.get(key);
    if (owner?.write) patches.set(owner, { ...patches.get(owner), [key]: value });
    else if (!isEmpty(value)) homeless.push(say(ctx.locale, 'servers.partNotBuilt', { field: key }));
  }
  if (homeless.length > 0) throw new AppError('invalidFields', {}, homeless);
  return patches;
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === false || (Array.isArray(value) && value.length === 0);

async function apply(ctx: Ctx, tx: Db, row: ServerRow, patches: Patches): Promise<boolean> {
  const serverId = row.id as ServerId;
  const touched = [...patches.keys()];
  const before = await readParts(ctx, tx, serverId, touched);
  for (const [part, patch] of patches) await part.write?.(ctx, tx, serverId, patch);
  const after = await readParts(ctx, tx, serverId, touched);

  const changed = touched.flatMap((part) => part.keys).filter((key) => !isDeepStrictEqual(before[key], after[key]));
  if (changed.length === 0) return false;
  await recordChanges(
    ctx,
    tx,
    serverId,
    changed.map((what) => ({ what, before: before[what], after: after[what] })),
  );
  return true;
}

/**
 * A change by a call of its own, in one transaction with its record. The server's row is locked first, as a PATCH of
 * the server does it, so that the two never wait for each other.
 */
export async function changeServer(
  ctx: Ctx,
  serverId: ServerId,
  work: (tx: Db) => Promise<readonly Change[]>,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await lockServer(tx, serverId);
    if (!row || row.leftAt) throw new AppError('serverNotFound');
    const changes = (await work(tx)).filter(({ before, after }) => !isDeepStrictEqual(before, after));
    if (changes.length > 0) await recordChanges(ctx, tx, serverId, changes);
  });
}

export interface Change {
  readonly what: string;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Notes who changed what, in the transaction of the change. Features whose settings have calls of their own use
 * it too. Nothing secret may be in it.
 */
export async function recordChanges(ctx: Ctx, tx: Db, serverId: ServerId, changes: readonly Change[]): Promise<void> {
  const userId = ctx.caller.kind === 'user' ? ctx.caller.userId : null;
  const at = ctx.clock.now();
  await insertChanges(
    tx,
    changes.map(({ what, before, after }) => ({ serverId, userId, what, before, after, at })),
  );
  await raiseVersion(tx, serverId);
}

/** What stands on the wire for settings that no feature answers for. */
const emptySettings = {
  locale: defaultLocale,
  syncUsername: null,
  ignoreIfNotCatchedByOverride: null,
  vodDownloadStoreForHours: null,
  stickyMessageDelaySeconds: null,
  disableDoubleVoteEntry: null,
  birthdayEnabled: null,
  birthdayChannelId: null,
  birthdayRoleId: null,
  birthdayPing: null,
  welcomeEnabled: null,
  welcomeChannelId: null,
  welcomeCard: null,
  welcomePing: null,
  welcomeTrigger: null,
  welcomeRoleId: null,
  leaveEnabled: null,
  leaveChannelId: null,
  leaveCard: null,
  giveawayLogsChannelId: null,
  autoLiveRoleLogs: null,
  statusRoleLogs: null,
  linkedRoleLogs: null,
  quietHours: null,
  disableBranding: null,
  messages: [],
  singleMessages: [],
  randomMessages: [],
  autoLiveRoles: [],
  statusRoles: [],
  linkedRoles: [],
  notificationOverrides: [],
  stickyMessages: [],
} satisfies Partial<GuildInfo>;
