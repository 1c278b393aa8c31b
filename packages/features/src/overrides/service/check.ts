import {
  hasFlag,
  type Override,
  type PremiumFlag,
  premiumFlags,
  type QuietHours,
  type QuietHoursBody,
  type ServerId,
  type TextKey,
} from '@tally/contract';
import { AppError, type Ctx, isTimeZone, say, spellZone } from '@tally/kernel';
import { planOf } from '../../servers/index.ts';
import { checkQueries } from '../match/ask.ts';
import { listOverrides } from '../store/overrides.ts';
import { asOverride } from './wire.ts';

/** An override from a body. `path` is the prefix of its fields in a longer body. */
export interface Sent {
  readonly override: Override;
  readonly path: string;
}

/**
 * Refuses overrides that can never take effect. `standing` are the server's other overrides, whose patterns count
 * toward the limit.
 */
export async function checkOverrides(
  ctx: Ctx,
  sent: readonly Sent[],
  standing: readonly Override[] = [],
): Promise<void> {
  const texts = sent.flatMap(({ override, path }) =>
    override.query.map((text, place) => ({ text, field: `${path}query.${place}` })),
  );
  const found = await checkQueries(ctx, {
    standing: standing.flatMap(({ query }) => query),
    queries: texts.map(({ text }) => text),
  });
  // Reports too many patterns once. Ten thousand such messages would take megabytes.
  const tooMany = found.findIndex((each) => each?.problem === 'manyPatterns');
  const badQueries = texts.slice(0, tooMany < 0 ? undefined : tooMany + 1).flatMap(({ text, field }, place) => {
    const problem = found[place];
    if (!problem) return [];
    const key: TextKey = `overrides.${problem.problem}`;
    return [`${field}: ${say(ctx.locale, key, { query: text, part: problem.part ?? '' })}`];
  });
  const problems = [...sent.flatMap(({ override, path }) => contradictions(ctx, override, path)), ...badQueries];
  if (problems.length > 0) throw new AppError('invalidFields', {}, problems);
}

function contradictions(ctx: Ctx, override: Override, path: string): string[] {
  const { actions, overridePingRoleId, query, applyTo } = override;
  const both: TextKey[] = [
    ...(actions.includes('cancel') && actions.includes('autoPublish') ? (['overrides.bothCancel'] as const) : []),
    ...(actions.includes('autoPublish') && actions.includes('dontPublish') ? (['overrides.bothPublish'] as const) : []),
    ...(actions.includes('dontPing') && overridePingRoleId ? (['overrides.bothPing'] as const) : []),
  ];
  const isUnconditional = query.length === 0 && applyTo.length === 0;
  return [
    ...(isUnconditional ? [`${path}query: ${say(ctx.locale, 'overrides.noCondition')}`] : []),
    ...both.map((key) => `${path}actions: ${say(ctx.locale, key)}`),
  ];
}

const flagsOf = (overrides: readonly Override[]): PremiumFlag[] => [
  'NotificationOverrides',
  ...(overrides.some((each) => each.overridePingRoleId) ? (['NotificationPingRoleId'] as const) : []),
  ...(overrides.some((each) => each.actions.includes('autoPublish'))
    ? (['AllowAutoPublishNotifications'] as const)
    : []),
];

export async function flagsInUse(ctx: Ctx, serverId: ServerId): Promise<readonly PremiumFlag[]> {
  const rows = await listOverrides(ctx.db, serverId);
  return rows.length > 0 ? flagsOf(rows.map(asOverride)) : [];
}

/** Requires the flags that these overrides need. */
export async function checkFlags(ctx: Ctx, serverId: ServerId, overrides: readonly Override[]): Promise<void> {
  const { bitfield } = await planOf(ctx, serverId);
  const missing = flagsOf(overrides).find((flag) => !hasFlag(bitfield, flag));
  if (!missing) return;
  const { text, from } = premiumFlags[missing];
  throw new AppError('premiumRequired', { flag: text, tier: from === 'plus' ? 'Premium Plus' : 'Premium' });
}

/** Keeps absent fields unchanged. New quiet hours need every field. */
export function mergeQuietHours(ctx: Ctx, former: QuietHours | null, sent: QuietHoursBody): QuietHours {
  const { enabled, timeZone, from, until, mode } = { ...former, ...sent };
  const missing = Object.entries({ timeZone, from, until }).flatMap(([key, value]) =>
    value === undefined ? [key] : [],
  );
  if (!timeZone || !from || !until)
    throw refusals(
      ctx,
      missing.map((field) => [field, 'fields.missing']),
    );
  if (!isTimeZone(timeZone)) throw refusals(ctx, [['timeZone', 'fields.timeZone']]);
  if (from === until) throw refusals(ctx, [['until', 'overrides.noLength']]);
  return { enabled: enabled ?? true, timeZone: spellZone(timeZone), from, until, mode: mode ?? 'skip' };
}

const refusals = (ctx: Ctx, fields: readonly (readonly [string, TextKey])[]): AppError =>
  new AppError(
    'invalidFields',
    {},
    fields.map(([field, key]) => `quietHours.${field}: ${say(ctx.locale, key)}`),
  );
