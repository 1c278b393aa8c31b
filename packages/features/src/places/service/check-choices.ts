import { isDeepStrictEqual } from 'node:util';
import {
  type Choice,
  type GuildSettings,
  GuildSettingsBody,
  listChoices,
  type RolePurpose,
  type Schema,
  type ServerId,
} from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { requireAnyChannel, requireChannel, requireGivableRole, requirePingRole, requireRole } from './choices.ts';

export interface Chosen {
  /** The schema, whose fields give the purpose of each channel and role. */
  readonly schema: Schema;
  readonly value: unknown;
  /** The stored value. If it no longer meets a condition, other changes must still be possible. See decision 0156. */
  readonly former?: unknown;
  /** The prefix for field names in a longer body. */
  readonly path?: readonly string[];
}

/**
 * Channels and roles must belong to this server, because the bot posts in many servers and no one may reach one through
 * another. A role to give must be one that both the bot and the person may give.
 */
export async function checkChoices(ctx: Ctx, serverId: ServerId, chosen: Chosen): Promise<void> {
  const { schema, value, former, path } = chosen;
  const known = new Set(listChoices(schema, former).map((choice) => choice.id as string));
  for (const choice of listChoices(schema, value, path)) {
    if (choice.purpose !== 'asks' || !known.has(choice.id)) await check(ctx, serverId, choice);
  }
}

async function check(ctx: Ctx, serverId: ServerId, choice: Choice): Promise<void> {
  if (choice.is === 'channel') {
    await (choice.purpose === 'postsTo' ? requireChannel : requireAnyChannel)(ctx, serverId, choice);
    return;
  }
  await requirements[choice.purpose](ctx, serverId, choice);
}

const requirements = {
  gives: requireGivableRole,
  pings: requirePingRole,
  watches: requireRole,
  asks: requireRole,
} as const satisfies Record<RolePurpose, typeof requireRole>;

/** Returns the fields that differ. Clients send back what they received, so only new values need a check. */
export const newPartsOf = <T extends object>(value: T, former: object | null): Partial<T> =>
  Object.fromEntries(
    Object.entries(value).filter(
      ([key, each]) => !isDeepStrictEqual(each, (former as Record<string, unknown> | null)?.[key]),
    ),
  ) as Partial<T>;

/** Applies a change to settings. Absent fields stay unchanged, and null clears a field. */
export const merged = <T extends object>(before: T, change: T): T =>
  Object.fromEntries(
    Object.entries({ ...before, ...change }).filter(([, value]) => value !== null && value !== undefined),
  ) as T;

/** Like `checkChoices`, but for the server's own settings. In a list, checks each new or changed record. */
export async function checkServerChoices(
  ctx: Ctx,
  serverId: ServerId,
  { sent, former }: { sent: Partial<GuildSettingsBody>; former: GuildSettings },
): Promise<void> {
  for (const [key, value] of Object.entries(newPartsOf(sent, former))) {
    const schema = GuildSettingsBody.shape[key as keyof GuildSettingsBody].unwrap() as Schema;
    const before: unknown = former[key as keyof GuildSettings];
    const news = Array.isArray(value) && Array.isArray(before) ? withoutKept(value, before) : value;
    await checkChoices(ctx, serverId, { schema, value: news, former: before, path: [key] });
  }
}

/** Replaces unchanged records with null, so the others keep their index. */
const withoutKept = (sent: readonly unknown[], before: readonly unknown[]): unknown[] =>
  sent.map((each) => (before.some((former) => isWithin(each, former)) ? null : each));

/** Returns whether every submitted field already has this value. */
function isWithin(sent: unknown, former: unknown): boolean {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return isDeepStrictEqual(sent, former);
  if (typeof former !== 'object' || former === null) return false;
  return Object.entries(sent).every(([key, each]) => isWithin(each, (former as Record<string, unknown>)[key]));
}
