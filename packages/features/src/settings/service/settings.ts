import {
  emptySettings,
  fieldsOfRecord,
  GuildInfo,
  type GuildPatch,
  type GuildSetting,
  type GuildSettings,
  type GuildSettingsBody,
  guildSettings,
  type RecordList,
  type ServerId,
  settingLists,
} from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { AppError, type Ctx, say, versionOf } from '@tally/kernel';
import { z } from 'zod';
import { imageUrl } from '../../account/index.ts';
import { checkServerChoices } from '../../places/index.ts';
import { findServer, planOf } from '../../servers/index.ts';
import { type Fields } from '../match.ts';
import type { SettingsTx } from '../store/changes.ts';
import { changeSettings, type ReadStanding, type Seen, type Standing } from './door.ts';

/** A server on the wire, before its records have versions. */
type Parts = Omit<GuildInfo, GuildSetting> & GuildSettings;

/** One feature's part of a server on the wire. */
export interface GuildParts {
  /** The settings that this feature owns. A setting that no feature owns is empty and cannot be set. */
  readonly keys: readonly GuildSetting[];
  /** Reads with the given handle, which may be an open transaction. */
  readonly read: (ctx: Ctx, db: Db, serverId: ServerId) => Promise<Partial<Parts>>;
  /**
   * Runs before the transaction, with the same keys as `write`. It may ask Discord and check the plan, because the
   * transaction must not wait for them while it locks the server's row. Throws an AppError to refuse the whole change.
   */
  readonly check?: (ctx: Ctx, serverId: ServerId, patch: Partial<GuildSettingsBody>) => Promise<void>;
  /** Receives only the submitted keys that it owns. Throws an AppError to refuse the whole change. */
  readonly write?: (ctx: Ctx, tx: SettingsTx, serverId: ServerId, patch: Partial<GuildSettingsBody>) => Promise<void>;
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
    ...withVersions({ ...emptySettings, ...parts }),
  };
}

/** Returns facts about a server that other features need. */
export async function getServerFacts(
  ctx: Ctx,
  serverId: ServerId,
  db: Db = ctx.db,
): Promise<{ name: string; isHere: boolean; overrideBranding: boolean }> {
  const row = await findServer(db, serverId);
  if (!row) throw new AppError('serverNotFound');
  return { name: row.name, isHere: row.leftAt === null, overrideBranding: row.overrideBranding };
}

const partsOf = (ctx: Ctx): readonly GuildParts[] => ctx.features.flatMap((feature) => feature.guildParts ?? []);

async function readParts(ctx: Ctx, db: Db, serverId: ServerId, parts: readonly GuildParts[]): Promise<Partial<Parts>> {
  return Object.assign({}, ...(await Promise.all(parts.map((part) => part.read(ctx, db, serverId)))));
}

/** Updates a server's settings. Returns whether anything changed. */
export async function updateServer(ctx: Ctx, serverId: ServerId, body: GuildPatch): Promise<boolean> {
  const { version, ...sent } = body;
  const patches = await checkChange(ctx, serverId, sent);
  const read = readSettings(
    ctx,
    serverId,
    [...patches.keys()].flatMap((part) => part.keys),
  );
  const { isChanged } = await changeSettings(ctx, serverId, { read, serverVersion: version }, async (tx) => {
    for (const [part, patch] of patches) await part.write?.(ctx, tx, serverId, patch);
  });
  return isChanged;
}

/** Refuses settings that the plan does not include, and choices from another server. Returns the changes by owner. */
export async function checkChange(ctx: Ctx, serverId: ServerId, sent: Partial<GuildSettingsBody>): Promise<Patches> {
  const patches = assign(ctx, sent);
  for (const [part, patch] of patches) await part.check?.(ctx, serverId, patch);
  await checkChosen(ctx, serverId, sent);
  return patches;
}

/** Refuses choices from another server, because a preview must not reveal names there. Checks nothing else. */
export async function checkChosen(ctx: Ctx, serverId: ServerId, sent: Partial<GuildSettingsBody>): Promise<void> {
  const patches = assign(ctx, sent);
  const former = { ...emptySettings, ...(await readParts(ctx, ctx.db, serverId, [...patches.keys()])) };
  await checkServerChoices(ctx, serverId, { sent: Object.assign({}, ...patches.values()), former });
}

/** Changes one record of a list that belongs to the server's settings. Returns what the work returns. */
export async function changeInList<T>(
  ctx: Ctx,
  serverId: ServerId,
  seen: Seen & { readonly what: RecordList },
  work: (tx: SettingsTx) => Promise<T>,
): Promise<T> {
  const read = readSettings(ctx, serverId, [seen.what]);
  return (await changeSettings(ctx, serverId, { read, seen }, work)).answer;
}

type Patches = ReadonlyMap<GuildParts, Partial<GuildSettingsBody>>;

/** Groups the submitted settings by owner. Refuses a setting without an owner, unless it is empty. */
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

/** Reads these settings of a server. For a list, reads each record. */
export function readSettings(ctx: Ctx, serverId: ServerId, settings: readonly GuildSetting[]): ReadStanding {
  const owners = partsOf(ctx).filter((part) => part.keys.some((key) => settings.includes(key)));
  return async (db) => {
    const read = { ...emptySettings, ...(await readParts(ctx, db, serverId, owners)) };
    return settings.flatMap((what): Standing[] =>
      isRecordList(what)
        ? recordsIn(what, read)
        : [{ what, key: '', subject: null, settings: fieldsOf(what, read[what]) }],
    );
  };
}

/** Wraps a single value in an object with one field, because jsonb would read a bare id as a number. */
const fieldsOf = (what: GuildSetting, value: unknown): Fields | null =>
  isGroup(what) ? (value as Fields | null) : { [what]: value };

/** Returns true for a setting of several fields, such as quiet hours. */
function isGroup(what: GuildSetting): boolean {
  const schema = GuildInfo.shape[what];
  return schema instanceof z.ZodNullable && schema.unwrap() instanceof z.ZodObject;
}

const isRecordList = (what: GuildSetting): what is RecordList => what in settingLists;

function recordsIn(what: RecordList, read: GuildSettings): Standing[] {
  const { key, kind } = settingLists[what];
  return read[what].map((record) => {
    const value = String((record as Record<string, unknown>)[key]);
    return { what, key: value, subject: { kind, value, platform: null }, settings: settingsOf(what, record) };
  });
}

function settingsOf(list: RecordList, record: object): Fields {
  const fields = fieldsOfRecord(list);
  return Object.fromEntries(Object.entries(record).filter(([key]) => fields.includes(key)));
}

/** Returns the lists in their wire form. */
function withVersions(settings: GuildSettings): Pick<GuildInfo, RecordList> {
  const lists = guildSettings.filter(isRecordList);
  return Object.fromEntries(
    lists.map((list) => [
      list,
      settings[list].map((record) => ({ ...record, version: versionOf(settingsOf(list, record)) })),
    ]),
  ) as unknown as Pick<GuildInfo, RecordList>;
}
