import type { UserId } from '@tally/contract';
import { listRefusedIntents } from '@tally/discord/gateway';
import type { Db } from '@tally/infra/db';
import {
  AppError,
  type Channel,
  type Ctx,
  type Grace,
  hours,
  type PlatformEvent,
  type StreamSession,
} from '@tally/kernel';
import { DEFAULT_GRACE, unwatch, watch } from '@tally/pipeline/detection';
import { readServersOfUser, type UserServer } from '../../account/index.ts';
import { type AccountChange, findOwner } from '../../connections/index.ts';
import { reviseLinkedSoon } from '../jobs.ts';
import { addClaims, dropClaims, followClaims, type NewClaim, type Place } from '../store/claims.ts';
import { deleteLink, findLink, listLinks, saveLink, setWatched } from '../store/links.ts';
import type { LinkRow } from '../tables.ts';
import { settleAll } from './settle-all.ts';
import { concernedServers, loadRules } from './rules.ts';

/** Where Discord tells what members show, their own presence is quicker and surer than asking Twitch. */
export const isNeeded = async (ctx: Ctx): Promise<boolean> =>
  (await listRefusedIntents(ctx.db)).includes('GuildPresences');

const REASON = 'live-role';
const AT_ONCE = 500;
/** People join servers now and then; asking Discord for each stream would be too much. */
const SERVERS_BELIEVED_MS = hours(1);

/** Told by the feature that links accounts; it may be told twice. */
export async function accountChanged(ctx: Ctx, { kind, account }: AccountChange): Promise<void> {
  if (account.platform !== 'twitch') return;
  const { userId, accountId: channelId, username: name, displayName } = account;
  const former = await findLink(ctx.db, userId);
  if (former && (kind === 'unlinked' || former.channelId !== channelId)) await letGo(ctx, former, 'forget');
  if (kind === 'unlinked') return;
  await ctx.db.transaction((tx) => saveLink(tx, { userId, channelId, name, displayName }));
  await syncWatches(ctx);
  // They may be live already.
  await reviseLinkedSoon(ctx);
}

export async function forgetLink(ctx: Ctx, userId: UserId): Promise<void> {
  const link = await findLink(ctx.db, userId);
  if (link) await letGo(ctx, link, 'forget');
}

/** Follows the channels of linked people while that is the only way to know, and no longer. */
export async function syncWatches(ctx: Ctx): Promise<void> {
  const needed = await isNeeded(ctx);
  for (;;) {
    const others = await listLinks(ctx.db, !needed, AT_ONCE);
    for (const link of others) {
      if (needed) await ctx.db.transaction((tx) => follow(ctx, tx, link));
      else await letGo(ctx, link, 'keep');
    }
    if (others.length < AT_ONCE) return;
  }
}

async function follow(ctx: Ctx, tx: Db, { userId, channelId, name, displayName }: LinkRow): Promise<void> {
  const url = `https://www.twitch.tv/${name}`;
  const channel: Channel = {
    platform: 'twitch',
    id: channelId,
    name,
    displayName,
    avatarUrl: null,
    followers: null,
    url,
  };
  await watch(ctx, tx, { channel, reason: REASON, holder: userId });
  await setWatched(tx, userId, true);
}

/** Whoever has a role because of the link loses it; a presence that says the same keeps it. */
async function letGo(ctx: Ctx, { userId, channelId }: LinkRow, what: 'keep' | 'forget'): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await unwatch(tx, { platform: 'twitch', channelId, reason: REASON, holder: userId });
    await (what === 'forget' ? deleteLink(tx, userId) : setWatched(tx, userId, false));
    await take(ctx, tx, await dropClaims(tx, { sources: ['linked'], userId }));
  });
}

type Happening = Extract<PlatformEvent, { session: StreamSession }>;

/** Somebody whose account is linked is live: in every server with such a role that they are in. */
export async function linkedIsOn(ctx: Ctx, { session, channel }: Happening): Promise<void> {
  if (channel.platform !== 'twitch' || session.endedAt || !(await isNeeded(ctx))) return;
  const owner = await findOwner(ctx, 'twitch', channel.id);
  if (!owner) return;
  const claims = await claimsOf(ctx, owner.userId, session.id);
  await ctx.db.transaction(async (tx) => {
    await addClaims(tx, claims);
    await take(ctx, tx, claims);
  });
}

export async function claimsOf(ctx: Ctx, userId: UserId, sessionId: string): Promise<NewClaim[]> {
  const concerned = await concernedServers(ctx);
  const theirs = await serversOf(ctx, userId);
  const isIn = new Set(theirs.map((each) => each.serverId));
  const claims: NewClaim[] = [];
  for (const serverId of concerned) {
    if (!isIn.has(serverId)) continue;
    const { autoLive } = await loadRules(ctx, serverId);
    claims.push(...autoLive.map(({ roleId }) => ({ serverId, userId, roleId, source: 'linked', sessionId })));
  }
  return claims;
}

/** Who has logged out everywhere cannot be asked for. */
async function serversOf(ctx: Ctx, userId: UserId): Promise<readonly UserServer[]> {
  try {
    return await readServersOfUser(ctx, userId, { maxAgeMs: SERVERS_BELIEVED_MS });
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

export async function linkedIsOver(ctx: Ctx, { channel, grace }: Happening & { readonly grace: Grace }): Promise<void> {
  if (channel.platform !== 'twitch' || grace !== DEFAULT_GRACE) return;
  const owner = await findOwner(ctx, 'twitch', channel.id);
  if (!owner) return;
  await ctx.db.transaction(async (tx) => {
    await take(ctx, tx, await dropClaims(tx, { sources: ['linked'], userId: owner.userId }));
  });
}

async function take(ctx: Ctx, tx: Db, places: readonly Place[]): Promise<void> {
  if (places.length === 0) return;
  await followClaims(tx, places, ctx.clock.now());
  await settleAll(ctx, tx, places);
}
