import { defaultLocale, type Locale, LocaleValue, ServerId, type StaffHit, type TopServer } from '@tally/contract';
import { findServerStates } from '@tally/discord/gateway';
import type { Db } from '@tally/infra/db';
import { type Ctx, days, declareJob, seconds, UpstreamError } from '@tally/kernel';
import { z } from 'zod';
import { imageUrl } from '../../account/index.ts';
import { forgetFacts } from '../../places/index.ts';
import {
  addMembers,
  deleteIfOver,
  listLargest,
  listNamed,
  listNewest,
  listOver,
  listPresentOfShard,
  listServers,
  type ServerProfile,
  type ServerRow,
  saveDiscarded,
  saveJoined,
  saveLeft,
  saveProfile,
  setBlacklisted,
  setMembers,
} from '../store.ts';
import { forgetLists } from './managers.ts';

/** How long we keep the settings of a server that removed the bot. */
const KEPT_DAYS = 30;

/** The bot is in the server: it was just invited, or has connected again. */
export async function serverAppeared(
  ctx: Ctx,
  profile: ServerProfile & { readonly memberCount: number },
): Promise<void> {
  // When the bot connects, Discord sends every server again; nearly always nothing is new.
  const news = await saveJoined(ctx.db, profile, ctx.clock.now());
  if (news === 'joined') await serverJoined(ctx, profile.id);
  if (news) await forgetLists(ctx);
}

/** A server cannot escape a ban by removing the bot until its data is deleted. */
async function serverJoined(ctx: Ctx, serverId: ServerId): Promise<void> {
  ctx.figures.count('server', 'came');
  for (const feature of ctx.features) {
    if (await feature.isBanned?.(ctx, 'server', serverId)) await setBlacklisted(ctx.db, serverId, true);
  }
}

export async function serverChanged(ctx: Ctx, profile: ServerProfile): Promise<void> {
  await saveProfile(ctx.db, profile);
  await forgetFacts(ctx, profile.id);
}

/** The bot was removed. An outage of Discord looks similar but does not lead here. */
export async function serverLeft(ctx: Ctx, serverId: ServerId): Promise<void> {
  ctx.figures.count('server', 'went', await saveLeft(ctx.db, [serverId], ctx.clock.now()));
  await forgetFacts(ctx, serverId);
  await forgetLists(ctx);
  ctx.log.info({ serverId }, 'The bot was removed from a server.');
}

/**
 * A shard has connected and received all of its servers. A server that is missing removed the bot while it was away.
 */
export async function shardConnected(
  ctx: Ctx,
  { shardId, shardCount, serverIds }: { shardId: number; shardCount: number; serverIds: readonly ServerId[] },
): Promise<void> {
  const present = new Set(serverIds);
  const known = await listPresentOfShard(ctx.db, { shardId, shardCount });
  const gone = known.filter((id) => !present.has(id));
  ctx.figures.count('server', 'went', await saveLeft(ctx.db, gone, ctx.clock.now()));
  for (const serverId of gone) await forgetFacts(ctx, serverId);
  if (gone.length > 0) await forgetLists(ctx);
  if (gone.length > 0) ctx.log.info({ shardId, gone: gone.length }, 'The bot was removed from servers while away.');
}

const forgetBefore = (ctx: Ctx): Date => new Date(ctx.clock.now().getTime() - days(KEPT_DAYS));

export async function listToForget(ctx: Ctx): Promise<readonly ServerId[]> {
  return await listOver(ctx.db, forgetBefore(ctx));
}

/** One job per server: a feature that fails to delete its data does not delay other servers, and is retried. */
export const forgetJob = declareJob({ name: 'servers/forget', data: z.object({ serverId: ServerId }) });

/** Has every feature delete the server's data. Safe to repeat; does nothing once the bot is back. */
export async function forgetServer(ctx: Ctx, serverId: ServerId): Promise<void> {
  const before = forgetBefore(ctx);
  const [over] = await listOver(ctx.db, before, serverId);
  if (!over) return;
  for (const feature of ctx.features) await feature.forgetServer?.(ctx, serverId);
  await deleteIfOver(ctx.db, serverId, before);
  ctx.log.info({ serverId }, 'Everything about a server was deleted.');
}

/**
 * A manager wants nothing about the server to be stored any more. The bot leaves first, because while it is in the
 * server every event would store something again.
 */
export async function discardServer(ctx: Ctx, serverId: ServerId): Promise<void> {
  await leave(ctx, serverId);
  await ctx.db.transaction(async (tx) => {
    ctx.figures.count('server', 'went', await saveLeft(tx, [serverId], ctx.clock.now()));
    await saveDiscarded(tx, serverId);
    await ctx.queue.send(forgetJob, { serverId }, { singletonKey: serverId, tx });
  });
  await forgetFacts(ctx, serverId);
  await forgetLists(ctx);
}

/** An earlier attempt may have left the server and failed later. */
async function leave(ctx: Ctx, serverId: ServerId): Promise<void> {
  try {
    await ctx.discord.servers.leave(serverId);
  } catch (error) {
    if (!(error instanceof UpstreamError && error.kind === 'gone')) throw error;
  }
}

/** Changes the count for features that see every join and leave, so it stays exact. Returns the new count. */
export async function countMember(tx: Db, serverId: ServerId, by: 1 | 0 | -1): Promise<number> {
  return await addMembers(tx, serverId, by);
}

/** Call before counting joins and leaves: the gateway's count is seconds old, our own row may be months old. */
export async function recountMembers(tx: Db, serverId: ServerId): Promise<void> {
  const state = (await findServerStates(tx, [serverId])).get(serverId);
  if (state) await setMembers(tx, serverId, state.memberCount);
}

/** How a server looks to its members. */
export interface ServerSummary {
  readonly name: string;
  readonly iconUrl: string | null;
  readonly memberCount: number;
  /** The bot's language there. */
  readonly locale: Locale;
}

/** Summaries of many servers in one query. Unknown and deleted servers are absent. */
export async function listSummaries(
  ctx: Ctx,
  serverIds: readonly ServerId[],
): Promise<ReadonlyMap<ServerId, ServerSummary>> {
  const rows = await listServers(ctx.db, [...new Set(serverIds)]);
  return new Map(
    rows.map((row) => [
      row.id as ServerId,
      {
        name: row.name,
        iconUrl: imageUrl(ctx.config, 'icons', row.id, row.icon),
        memberCount: row.memberCount,
        locale: LocaleValue.safeParse(row.locale).data ?? defaultLocale,
      },
    ]),
  );
}

/** For staff who search for a server. */
export async function listServersNamed(ctx: Ctx, letters: string, limit: number): Promise<string[]> {
  return await listNamed(ctx.db, letters, limit);
}

/** From now on, the server's managers and commands are refused. */
export async function setServerBlacklisted(ctx: Ctx, tx: Db, serverId: ServerId, isOn: boolean): Promise<void> {
  await setBlacklisted(tx, serverId, isOn);
  await forgetFacts(ctx, serverId);
  await forgetLists(ctx);
}

export async function searchServers(ctx: Ctx, words: string, limit: number): Promise<StaffHit[]> {
  const ids = /^\d{15,20}$/.test(words) ? [words] : await listNamed(ctx.db, words, limit);
  return (await listServers(ctx.db, ids as ServerId[])).map((row) => asHit(ctx, row));
}

export const newestServers = async (ctx: Ctx, limit: number): Promise<StaffHit[]> =>
  (await listNewest(ctx.db, limit)).map((row) => asHit(ctx, row));

const asHit = (ctx: Ctx, { id, name, icon }: ServerRow): StaffHit => ({
  kind: 'server',
  id,
  title: name,
  href: `/admin/servers/${id}`,
  picture: imageUrl(ctx.config, 'icons', id, icon),
});

const TOP = 20;
/** More servers than the list shows, so a growing server can enter it. */
const COUNTED = 60;

/** The largest servers that the bot is in, for the landing page. */
const TOP_SERVERS_KEY = 'servers/top';
const TOP_KEPT_MS = seconds(10);

/** A server was added to the public list or removed from it. */
export const forgetTopServers = (ctx: Ctx): Promise<void> => ctx.cache.forget(TOP_SERVERS_KEY);

/** The largest servers that want to be listed. */
export const listTopServers = (ctx: Ctx): Promise<TopServer[]> =>
  ctx.cache.get(TOP_SERVERS_KEY, TOP_KEPT_MS, () => readTopServers(ctx));

async function readTopServers(ctx: Ctx): Promise<TopServer[]> {
  const rows = await listLargest(ctx.db, TOP);
  return rows.map((row) => ({
    id: row.id as ServerId,
    name: row.name,
    icon: imageUrl(ctx.config, 'icons', row.id, row.icon),
    members: row.memberCount,
  }));
}

/**
 * Discord sends the member count when the bot connects, which may be months ago. Seeing every join and leave would
 * need a privileged intent, so we ask for the listed servers once a day.
 */
export async function countMembers(ctx: Ctx): Promise<void> {
  for (const { id } of await listLargest(ctx.db, COUNTED)) {
    const { memberCount } = await ctx.discord.servers.get(id as ServerId);
    if (memberCount !== null) await setMembers(ctx.db, id as ServerId, memberCount);
  }
}
