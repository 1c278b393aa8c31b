import { type GuildListItem, ServerId, type UserId } from '@tally/contract';
import { listPermissions, mayManageServer, permissionSet } from '@tally/discord/permissions';
import { AppError, type Ctx, days, minutes, say, seconds, UpstreamError } from '@tally/kernel';
import { imageUrl, isDev } from '../../account/index.ts';
import { listPeopleWho, lookUntil, readServerOfUser, readServersOfUser, type UserServer } from '../../grants/index.ts';
import { factKey } from '../../places/index.ts';
import { findServer, listLeft, listWithBot } from '../store.ts';

const canManage = (server: Pick<UserServer, 'isOwner' | 'permissions'>): boolean =>
  server.isOwner || mayManageServer(server.permissions);

/** How long we trust Discord's answer… */
const BELIEVED_MS = minutes(5);
/** …but after this long we ask again before a refusal, because the person may have just become a manager. */
const REFUSED_ON_MS = seconds(15);

const LISTS = 'servers/manageable/';
/** Every page shows the list. Changes to the list call `forgetLists`. */
const LISTED_EVERY_MS = seconds(5);

/** Called when the bot joined or left a server. */
export async function forgetLists(ctx: Ctx): Promise<void> {
  await ctx.cache.forgetPrefix(LISTS);
}

/** Lists the servers that the person may manage, by name. */
export async function listManageable(
  ctx: Ctx,
  userId: UserId,
  { force }: { force: boolean },
): Promise<GuildListItem[]> {
  const key = `${LISTS}${userId}`;
  if (force) await ctx.cache.forget(key);
  return await ctx.cache.get(key, LISTED_EVERY_MS, async () => {
    const list = await readManageable(ctx, userId, { force });
    // Frozen, so the API can reuse its serialized form.
    Object.freeze(list);
    return list;
  });
}

async function readManageable(ctx: Ctx, userId: UserId, { force }: { force: boolean }): Promise<GuildListItem[]> {
  const all = await readServersOfUser(ctx, userId, { maxAgeMs: force ? 0 : BELIEVED_MS });
  const own = all.filter(canManage);
  const ids = own.map((server) => server.serverId);
  const [withBot, left] = await Promise.all([listWithBot(ctx.db, ids), listLeft(ctx.db, ids)]);
  return own.map((server) => ({
    id: ServerId.parse(server.serverId),
    name: server.name,
    icon: imageUrl(ctx.config, 'icons', server.serverId, server.icon),
    banner: imageUrl(ctx.config, 'banners', server.serverId, server.banner),
    isBotIn: withBot.has(server.serverId),
    isKept: left.has(server.serverId),
  }));
}

/** A page makes several calls about one server, and they share one check. */
const CHECKED_EVERY_MS = seconds(5);

/**
 * The access word `manager`. For every caller, a server without the bot counts as missing. A server with the bot
 * refuses people who may not manage it, and reveals nothing else.
 */
export async function requireManager(
  ctx: Ctx,
  serverId: ServerId,
  { force }: { force: boolean } = { force: false },
): Promise<void> {
  if (ctx.caller.kind !== 'user') throw new AppError('notAllowed');
  const { userId } = ctx.caller;
  const key = factKey(serverId, `manager/${userId}`);
  if (force) {
    await ctx.cache.forget(key);
    await check(ctx, { userId, serverId, force });
    return;
  }
  // A refusal is thrown, so it is not cached. A person who just got access need not wait.
  await ctx.cache.get(key, CHECKED_EVERY_MS, () => check(ctx, { userId, serverId, force }));
}

/** Requires a caller who may read the server: a manager, or staff who gave a reason. For calls that change nothing. */
export async function requireReader(ctx: Ctx, serverId: ServerId): Promise<void> {
  const mayLook = ctx.caller.kind === 'user' && isDev(ctx.caller.flags) && (await lookUntil(ctx, serverId)) !== null;
  if (!mayLook) await requireManager(ctx, serverId);
  else if (!(await findServer(ctx.db, serverId))) throw new AppError('serverNotFound');
}

async function check(ctx: Ctx, about: { userId: UserId; serverId: ServerId; force: boolean }): Promise<void> {
  const server = await findServer(ctx.db, about.serverId);
  if (!server || server.leftAt) throw new AppError('serverNotFound');
  if (!(await isManager(ctx, about))) throw lacksManageServer(ctx);
  if (server.isBlacklisted) throw new AppError('blacklisted');
}

/** Names the permission, so the person knows what to ask for. */
export const lacksManageServer = ({ locale }: Pick<Ctx, 'locale'>): AppError =>
  new AppError('notAllowed', {}, [
    say(locale, 'commands.needsPermission', { permissions: listPermissions(locale, ['ManageGuild']) }),
  ]);

async function isManager(
  ctx: Ctx,
  { userId, serverId, force }: { userId: UserId; serverId: ServerId; force: boolean },
): Promise<boolean> {
  const first = await readServerOfUser(ctx, userId, serverId, { maxAgeMs: force ? 0 : BELIEVED_MS });
  if (first && canManage(first)) return true;
  if (force) return false;
  const second = await readServerOfUser(ctx, userId, serverId, { maxAgeMs: REFUSED_ON_MS });
  return second !== null && canManage(second);
}

/** The most people who are notified of the same thing. */
const MOST_MANAGERS = 50;
const MAY_MANAGE = permissionSet('Administrator', 'ManageGuild');

/**
 * Our users who may manage the server. If a person has not been here today, we ask Discord about them, so former
 * managers are not notified.
 */
export async function listManagers(ctx: Ctx, serverId: ServerId): Promise<UserId[]> {
  const maybe = await listPeopleWho(ctx.db, { serverId, mayAnyOf: MAY_MANAGE, limit: MOST_MANAGERS });
  const managers: UserId[] = [];
  for (const userId of maybe) {
    try {
      const server = await readServerOfUser(ctx, userId, serverId, { maxAgeMs: days(1) });
      if (server && canManage(server)) managers.push(userId);
    } catch (error) {
      if (!(error instanceof AppError || error instanceof UpstreamError)) throw error;
      ctx.log.debug({ err: error, userId }, 'it is not known whether somebody still manages a server');
    }
  }
  return managers;
}
