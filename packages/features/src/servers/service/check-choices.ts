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
  /** Says in its fields what channels and roles are for. */
  readonly schema: Schema;
  readonly value: unknown;
  /** What stands there: a condition that was lost since blocks no other change. See decision 0156. */
  readonly former?: unknown;
  /** Stands in front of the fields of a longer body. */
  readonly path?: readonly string[];
}

/**
 * Channels and roles have to belong to this very server: the bot can post in many servers, and nobody may reach another
 * one through it. A role to be given must also be one that both the bot and the person may give.
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

/** The fields that differ: clients send back what they got, so only what is new has to be allowed. */
export const whatIsNew = <T extends object>(value: T, former: object | null): Partial<T> =>
  Object.fromEntries(
    Object.entries(value).filter(
      ([key, each]) => !isDeepStrictEqual(each, (former as Record<string, unknown> | null)?.[key]),
    ),
  ) as Partial<T>;

/** The same for a body of the server itself: of a list, each record that is new or was changed. */
export async function checkServerChoices(
  ctx: Ctx,
  serverId: ServerId,
  { sent, former }: { sent: Partial<GuildSettingsBody>; former: GuildSettings },
): Promise<void> {
  for (const [key, value] of Object.entries(whatIsNew(sent, former))) {
    const schema = GuildSettingsBody.shape[key as keyof GuildSettingsBody].unwrap() as Schema;
    const before: unknown = former[key as keyof GuildSettings];
    const news = Array.isArray(value) && Array.isArray(before) ? withoutKept(value, before) : value;
    await checkChoices(ctx, serverId, { schema, value: news, former: before, path: [key] });
  }
}

/** What is kept leaves its place empty: the others are named by theirs. */
const withoutKept = (sent: readonly unknown[], before: readonly unknown[]): unknown[] =>
  sent.map((each) => (before.some((former) => isWithin(each, former)) ? null : each));

/** Every field that was sent stands there already. */
function isWithin(sent: unknown, former: unknown): boolean {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return isDeepStrictEqual(sent, former);
  if (typeof former !== 'object' || former === null) return false;
  return Object.entries(sent).every(([key, each]) => isWithin(each, (former as Record<string, unknown>)[key]));
}
