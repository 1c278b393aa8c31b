import { isDeepStrictEqual } from 'node:util';
import type { GuildSettingsBody, Override, OverrideBody, ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { AppError, type Ctx } from '@tally/kernel';
import { planOf } from '../../servers/index.ts';
import { type GuildParts, type SettingsTx } from '../../settings/index.ts';
import { deleteOverridesExcept, listOverrides, listRules, saveOverride, saveRules } from '../store/overrides.ts';
import { checkFlags, checkOverrides, mergeQuietHours } from './check.ts';
import { asOverride, wholeOverride } from './wire.ts';

type Patch = Partial<GuildSettingsBody>;

/** Overrides and quiet hours as part of the server's settings. */
export const rulesPart: GuildParts = {
  keys: ['notificationOverrides', 'ignoreIfNotCatchedByOverride', 'quietHours'],
  async read(_ctx, db, serverId) {
    const [rules] = await listRules(db, [serverId]);
    return {
      notificationOverrides: (await listOverrides(db, serverId)).map(asOverride),
      ignoreIfNotCatchedByOverride: rules?.onlyOverrides || null, // False means the same as no row.
      quietHours: rules?.quietHours ?? null,
    };
  },
  async check(ctx, serverId, { notificationOverrides, quietHours }: Patch) {
    if (notificationOverrides) await checkList(ctx, serverId, notificationOverrides);
    if (quietHours) mergeQuietHours(ctx, await quietHoursOf(ctx.db, serverId), quietHours);
  },
  async write(ctx, tx, serverId, patch: Patch) {
    if (patch.notificationOverrides) await replaceList(ctx, tx, serverId, patch.notificationOverrides);
    await writeSwitches(ctx, tx, serverId, patch);
  },
};

/** Clients send back what they received, so only new overrides are checked. */
async function checkList(ctx: Ctx, serverId: ServerId, sent: readonly OverrideBody[]): Promise<void> {
  const overrides = sent.map((body) => wholeOverride(body));
  const twice = overrides.find((each, place) => overrides.findIndex((other) => hasSamePriority(each, other)) < place);
  if (twice) throw new AppError('priorityTaken', { priority: twice.priorityOnConflict });
  const former = (await listOverrides(ctx.db, serverId)).map(asOverride);
  const isNew = (override: Override) => !former.some((each) => isDeepStrictEqual(each, override));
  const changed = overrides.flatMap((override, place) => (isNew(override) ? [{ override, place }] : []));
  if (changed.length === 0) return;
  await checkFlags(
    ctx,
    serverId,
    changed.map(({ override }) => override),
  );
  const { limits } = await planOf(ctx, serverId);
  if (overrides.length > limits.maxOverrides && overrides.length > former.length)
    throw new AppError('planLimit', { limit: limits.maxOverrides, what: 'overrides' });
  await checkOverrides(
    ctx,
    changed.map(({ override, place }) => ({ override, path: `notificationOverrides.${place}.` })),
    overrides.filter((each) => !isNew(each)),
  );
}

const hasSamePriority = (a: Override, b: Override): boolean => a.priorityOnConflict === b.priorityOnConflict;

async function replaceList(ctx: Ctx, tx: SettingsTx, serverId: ServerId, sent: readonly OverrideBody[]): Promise<void> {
  const kept = sent.map((each) => each.priorityOnConflict);
  await deleteOverridesExcept(tx, serverId, kept);
  for (const body of sent) await saveOverride(tx, serverId, wholeOverride(body), ctx.clock.now());
}

async function writeSwitches(ctx: Ctx, tx: SettingsTx, serverId: ServerId, patch: Patch): Promise<void> {
  const { ignoreIfNotCatchedByOverride: only, quietHours: sent } = patch;
  const change = {
    ...(only === undefined ? {} : { onlyOverrides: only ?? false }),
    ...(sent === undefined
      ? {}
      : { quietHours: sent === null ? null : mergeQuietHours(ctx, await quietHoursOf(tx, serverId), sent) }),
  };
  if (Object.keys(change).length > 0) await saveRules(tx, serverId, change);
}

const quietHoursOf = async (db: Db, serverId: ServerId) => (await listRules(db, [serverId]))[0]?.quietHours ?? null;
