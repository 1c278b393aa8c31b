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
import { isUsable, readQuery } from '../match/words.ts';
import { listOverrides } from '../store/overrides.ts';
import { asOverride } from './wire.ts';

/** What can never be carried out is not saved. `path` stands in front of the fields of a longer body. */
export function checkOverride(ctx: Ctx, override: Override, path = ''): void {
  const problems = [...contradictions(ctx, override, path), ...badQueries(ctx, override, path)];
  if (problems.length > 0) throw new AppError('invalidFields', {}, problems);
}

function contradictions(ctx: Ctx, { actions, overridePingRoleId }: Override, path: string): string[] {
  const both: TextKey[] = [
    ...(actions.includes('autoPublish') && actions.includes('dontPublish') ? (['overrides.bothPublish'] as const) : []),
    ...(actions.includes('dontPing') && overridePingRoleId ? (['overrides.bothPing'] as const) : []),
  ];
  return both.map((key) => `${path}actions: ${say(ctx.locale, key)}`);
}

function badQueries(ctx: Ctx, { query }: Override, path: string): string[] {
  return query.flatMap((text, place) => {
    const read = readQuery(text);
    if (isUsable(read)) return [];
    const key: TextKey = `overrides.${read.problem}`;
    return [`${path}query.${place}: ${say(ctx.locale, key, { query: text, part: read.part ?? '' })}`];
  });
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

/** The flags that an override needs. */
export async function checkFlags(ctx: Ctx, serverId: ServerId, overrides: readonly Override[]): Promise<void> {
  const { bitfield } = await planOf(ctx, serverId);
  const missing = flagsOf(overrides).find((flag) => !hasFlag(bitfield, flag));
  if (!missing) return;
  const { text, from } = premiumFlags[missing];
  throw new AppError('premiumRequired', { flag: text, tier: from === 'plus' ? 'Premium Plus' : 'Premium' });
}

/** A field that was not sent stays as it was; quiet hours that are new need them all. */
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
