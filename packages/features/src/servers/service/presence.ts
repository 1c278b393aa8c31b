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

/** Handles a server that has the bot: the bot was just invited, or has connected again. */
export async function serverAppeared(
  ctx: Ctx,
  profile: ServerProfile & { readonly memberCount: number },
): Promise<void> {
  // When the bot connects, Discord sends every server again. Nearly always nothing is new.
  const news = await saveJoined(ctx.db, profile, ctx.clock.now());
  if (news === 'joined') await serverJoined(ctx, profile.id);
  if (news) await forgetLists(ctx);
}

/** Keeps the ban if a server removes the bot, waits until its data is deleted, and adds the bot again. */
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

/** Handles the bot's removal. An outage of Discord looks similar but does not lead here. */
export async function serverLeft(ctx: Ctx, serverId: ServerId): Promise<void> {
  ctx.figures.count('server', 'went', await saveLeft(ctx.db, [serverId], ctx.clock.now()));
  await forgetFacts(ctx, serverId);
  await forgetLists(ctx);
  ctx.log.info({ serverId }, 'The bot was removed from a server.');
}

/** Runs when a shard has received all of its servers. A missing server removed the bot while the shard was offline. */
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

/** Deletes one server per job. A feature that fails to delete its data is retried and does not delay other servers. */
export const forgetJob = declareJob({ name: 'servers/forget', data: z.object({ serverId: ServerId }) });

/** Makes every feature delete the server's data. Safe to repeat. Does nothing once the bot is back. */
export async function forgetServer(ctx: Ctx, serverId: ServerId): Promise<void> {
  const before = forgetBefore(ctx);
  const [over] = await listOver(ctx.db, before, serverId);
  if (!over) return;
  for (const feature of ctx.features) await feature.forgetServer?.(ctx, serverId);
  await deleteIfOver(ctx.db, serverId, before);
  ctx.log.info({ serverId }, 'Everything about a server was deleted.');
}

/**
 * Deletes all data when a manager requests it. The bot leaves first, because any event would otherwise store data
 * again.
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

/** An earlier attempt may have left the server and then failed. */
async function leave(ctx: Ctx, serverId: ServerId): Promise<void> {
  try {
    await ctx.discord.servers.leave(serverId);
  } catch (error) {
    if (!(error instanceof UpstreamError && error.kind === 'gone')) throw error;
  }
}

/** Changes the count for features that see every join and leave, so the count stays exact. Returns the new count. */
export async function countMember(tx: Db, serverId: ServerId, by: 1 | 0 | -1): Promise<number> {
  return await addMembers(tx, serverId, by);
}

/** Call this before counting joins and leaves. The gateway's count is seconds old, while our row may be months old. */
export async function recountMembers(tx: Db, serverId: ServerId): Promise<void> {
  const state = (await findServerStates(tx, [serverId])).get(serverId);
  if (state) await setMembers(tx, serverId, state.memberCount);
}

/** A server's name and picture, which its members see. */
export interface ServerSummary {
  readonly name: string;
  readonly iconUrl: string | null;
  readonly memberCount: number;
  /** The bot's language in the server. */
  readonly locale: Locale;
}

/** Loads many servers' summaries with one query. Leaves out unknown and deleted servers. */
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

/** Finds servers for the staff's search. */
export async function listServersNamed(ctx: Ctx, letters: string, limit: number): Promise<string[]> {
  return await listNamed(ctx.db, letters, limit);
}

/** Bans a server or lifts its ban. A banned server's managers and commands are refused from now on. */
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
/** We count more servers than the list shows, so a growing server can enter the list. */
const COUNTED = 60;

/** The largest servers that the bot is in, for the landing page. */
const TOP_SERVERS_KEY = 'servers/top';
const TOP_KEPT_MS = seconds(10);

/** Call this when a server was added to the public list or removed from it. */
export const forgetTopServers = (ctx: Ctx): Promise<void> => ctx.cache.forget(TOP_SERVERS_KEY);

/** Returns the largest servers that chose to be listed. */
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
 * Discord sends the member count when the bot connects, which may be months ago. Counting every join and leave would
 * need a privileged intent, so we ask for the listed servers' counts once a day.
 */
export async function countMembers(ctx: Ctx): Promise<void> {
  for (const { id } of await listLargest(ctx.db, COUNTED)) {
    const { memberCount } = await ctx.discord.servers.get(id as ServerId);
    if (memberCount !== null) await setMembers(ctx.db, id as ServerId, memberCount);
  }
}
