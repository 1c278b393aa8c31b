import { type GuildListItem, ServerId, type UserId } from '@tally/contract';
import { listPermissions, mayManageServer, permissionSet } from '@tally/discord/permissions';
import { AppError, type Ctx, days, minutes, say, seconds, UpstreamError } from '@tally/kernel';
import { imageUrl, listPeopleWho, readServerOfUser, readServersOfUser, type UserServer } from '../../account/index.ts';
import { findServer, listLeft, listWithBot } from '../store/servers.ts';
import { factKey } from './discord-facts.ts';

const canManage = (server: Pick<UserServer, 'isOwner' | 'permissions'>): boolean =>
  server.isOwner || mayManageServer(server.permissions);

/** Discord's answer is believed this long… */
const BELIEVED_MS = minutes(5);
/** …but nobody is turned away on one that is older than this: they may have become a manager a moment ago. */
const REFUSED_ON_MS = seconds(15);

const LISTS = 'servers/manageable/';
/** Every page shows the list. Whoever changes it says so with `forgetLists`. */
const LISTED_EVERY_MS = seconds(5);

/** The bot came to a server or left one. */
export async function forgetLists(ctx: Ctx): Promise<void> {
  await ctx.cache.forgetPrefix(LISTS);
}

/** Servers that the person may manage, by name. */
export async function listManageable(
  ctx: Ctx,
  userId: UserId,
  { force }: { force: boolean },
): Promise<GuildListItem[]> {
  const key = `${LISTS}${userId}`;
  if (force) await ctx.cache.forget(key);
  return await ctx.cache.get(key, LISTED_EVERY_MS, async () => {
    const list = await readManageable(ctx, userId, { force });
    // The API then writes it out once.
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

/** A page makes several calls about one server; one check serves them. */
const CHECKED_EVERY_MS = seconds(5);

/**
 * The access word `manager`. A server that the bot is not in does not exist, whoever asks; one that it is in is
 * refused to those who may not manage it. Nothing else is told.
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
  // A refusal is thrown, so it is not kept: whoever was just let in need not wait.
  await ctx.cache.get(key, CHECKED_EVERY_MS, () => check(ctx, { userId, serverId, force }));
}

async function check(ctx: Ctx, about: { userId: UserId; serverId: ServerId; force: boolean }): Promise<void> {
  const server = await findServer(ctx.db, about.serverId);
  if (!server || server.leftAt) throw new AppError('serverNotFound');
  if (!(await isManager(ctx, about))) throw lacksManageServer(ctx);
  if (server.isBlacklisted) throw new AppError('blacklisted');
}

/** Names the right, so that the person knows whom to ask for it. */
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

/** More than this need not be told of one thing. */
const MOST_MANAGERS = 50;
const MAY_MANAGE = permissionSet('Administrator', 'ManageGuild');

/**
 * People of ours who may manage the server. Discord is asked about those who have not been here today: whoever
 * is no manager any more hears nothing of it.
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
