import type { ServerId, UserId } from '@tally/contract';
import { listRefusedIntents } from '@tally/discord/gateway';
import { type Member, withDeadline } from '@tally/discord/rest';
import { type Ctx, minutes, seconds, UpstreamError } from '@tally/kernel';

const PER_PAGE = 1000;
/** The number of single requests that Discord answers within a second. */
const FEW = 5;
/** Names are optional, so a page waits no longer than this. */
const WAIT_MS = seconds(3);
const BELIEVED_MS = minutes(2);

type Names = ReadonlyMap<string, string>;

/**
 * Names of these people in a server, without those that Discord does not know. We do not use our own accounts: a list
 * may contain any id, and must not reveal which people have an account here.
 */
export async function nameMembers(ctx: Ctx, serverId: ServerId, userIds: readonly UserId[]): Promise<Names> {
  if (userIds.length === 0) return new Map();
  const ids = [...new Set(userIds)].toSorted((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1));
  return await ctx.cache.get(
    `live-role/names ${serverId} ${ids.join(' ')}`,
    BELIEVED_MS,
    async () => await withDeadline(ctx.timers, WAIT_MS, async () => await askDiscord(ctx, serverId, ids)),
  );
}

/** Requests many names with one call, and a few of the rest one by one. */
async function askDiscord(ctx: Ctx, serverId: ServerId, ids: readonly UserId[]): Promise<Names> {
  const page = ids.length > FEW ? await listFrom(ctx, serverId, ids[0] as UserId) : null;
  const wanted = new Set(ids);
  const named = namesIn((page ?? []).filter(({ user }) => user && wanted.has(user.id)));
  // A page that is not full covers the whole server, so missing people have left.
  if (page && page.length < PER_PAGE) return named;
  const rest = ids.filter((id) => !named.has(id)).slice(0, FEW);
  const found = await Promise.all(
    rest.map(async (userId) => await orNull(ctx.discord.members.get({ serverId, userId }))),
  );
  return new Map([...named, ...namesIn(found.filter((member) => member !== null))]);
}

/** Null: the privileged intent is missing, and every refused call would count against the bot. */
async function listFrom(ctx: Ctx, serverId: ServerId, first: UserId): Promise<Member[] | null> {
  if ((await listRefusedIntents(ctx.db)).includes('GuildMembers')) return null;
  const after = String(BigInt(first) - 1n) as UserId;
  return await orNull(ctx.discord.members.list({ serverId, after, limit: PER_PAGE }));
}

const namesIn = (members: readonly Member[]): Names =>
  new Map(members.flatMap(({ user, nick }) => (user ? [[user.id, nick ?? user.displayName ?? user.username]] : [])));

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof UpstreamError) return null;
    throw error;
  }
}
