import type { ServerId, UserId } from '@tally/contract';
import { listRefusedIntents } from '@tally/discord/gateway';
import { type Member, withDeadline } from '@tally/discord/rest';
import { type Ctx, minutes, seconds, UpstreamError } from '@tally/kernel';

const PER_PAGE = 1000;
/** Discord answers this many single requests within a second. */
const FEW = 5;
/** A page can do without names, so it waits at most this long. */
const WAIT_MS = seconds(3);
const BELIEVED_MS = minutes(2);

type Names = ReadonlyMap<string, string>;

/**
 * Asks Discord for the names of members. We do not use our own accounts: a list may contain any id, so a name would
 * reveal which people have an account here.
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

/** Requests many names with one call, then a few of the missing ones separately. */
async function askDiscord(ctx: Ctx, serverId: ServerId, ids: readonly UserId[]): Promise<Names> {
  const page = ids.length > FEW ? await listFrom(ctx, serverId, ids[0] as UserId) : null;
  const wanted = new Set(ids);
  const named = namesIn((page ?? []).filter(({ user }) => user && wanted.has(user.id)));
  // A page that is not full reaches the end of the member list, so missing people have left.
  if (page && page.length < PER_PAGE) return named;
  const rest = ids.filter((id) => !named.has(id)).slice(0, FEW);
  const found = await Promise.all(
    rest.map(async (userId) => await orNull(ctx.discord.members.get({ serverId, userId }))),
  );
  return new Map([...named, ...namesIn(found.filter((member) => member !== null))]);
}

/** Returns null without the privileged intent, because Discord counts refused calls against the bot. */
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
