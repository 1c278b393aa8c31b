import { type PauseReason, pageOfStreamers, type ServerId } from '@tally/contract';
import { findServerStates, SAVED_WITHIN_MS, type ServerState } from '@tally/discord/gateway';
import type { Ctx } from '@tally/kernel';
import { missingIn } from '@tally/pipeline/delivery';
import { report } from '../../error-logs/index.ts';
import { askServerState } from '../../places/index.ts';
import { clearLostRoles } from '../../settings/index.ts';
import {
  changePause,
  channelFor,
  listStreamersOf,
  pagePausedServers,
  type StreamerRow,
  shownNames,
} from '../../streamers/index.ts';
import { notifyAboutBroken, notifyManagersSoon } from './notify-managers.ts';
import { troubleIn } from './trouble.ts';

type Broken = Extract<PauseReason, 'permissions' | 'channelGone'>;
const repairable: ReadonlySet<string> = new Set<Broken>(['permissions', 'channelGone']);

const SERVERS_AT_ONCE = 100;

/** Checks every server with a problem, in case we missed the event of its repair. */
export async function checkBroken(ctx: Ctx): Promise<void> {
  for (let after: ServerId | null = null; ; ) {
    const page: readonly ServerId[] = await pagePausedServers(ctx.db, { after, limit: SERVERS_AT_ONCE });
    const states = await findServerStates(ctx.db, page);
    for (const serverId of page) {
      const state = states.get(serverId);
      if (state) await checkAgainst(ctx, state, sureUntil(ctx));
    }
    after = page.at(-1) ?? null;
    if (page.length < SERVERS_AT_ONCE) return;
  }
}

/** Checks a server whose roles or channels have changed. */
export async function checkServer(ctx: Ctx, serverId: ServerId): Promise<void> {
  const state = (await findServerStates(ctx.db, [serverId])).get(serverId);
  if (state) await checkAgainst(ctx, state, sureUntil(ctx));
}

const sureUntil = (ctx: Ctx): Date => new Date(ctx.clock.now().getTime() - SAVED_WITHIN_MS);

/** Checks a server with fresh data from Discord, in case the gateway missed a change. */
export async function recheckServer(ctx: Ctx, serverId: ServerId): Promise<void> {
  const askedAt = ctx.clock.now();
  await checkAgainst(ctx, await askServerState(ctx, serverId), askedAt);
}

/** Pauses streamers whose channel is broken and notifies managers once. Resumes those whose channel is fixed. */
async function checkAgainst(ctx: Ctx, server: ServerState, seenAt: Date): Promise<void> {
  const followed = await listStreamersOf(ctx.db, server.id);
  const repaired: StreamerRow[] = [];
  const stopped: Stopped[] = [];
  for (const streamer of followed) {
    const broken = brokenIn(ctx, server, streamer);
    if (broken === null && streamer.pauseReason && repairable.has(streamer.pauseReason)) repaired.push(streamer);
    if (broken && !streamer.pauseReason && !streamer.settings.paused) stopped.push({ streamer, reason: broken });
  }
  // If a channel is closed to ten streamers, that is one problem.
  for (const together of Map.groupBy(stopped, placeOf).values()) await pause(ctx, together);
  if (repaired.length > 0) await goOn(ctx, server.id, repaired);
  await clearLostRoles(ctx, server);
  for (const feature of ctx.features) await feature.serverChecked?.(ctx, server, seenAt);
}

/** Resumes streamers. Managers get a single notice, even if one channel had stopped many streamers. */
async function goOn(ctx: Ctx, serverId: ServerId, repaired: readonly StreamerRow[]): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const resumed: StreamerRow[] = [];
    for (const streamer of repaired) {
      const change = { streamerId: streamer.id, from: streamer.pauseReason, to: null, now };
      if (await changePause(tx, change)) resumed.push(streamer);
    }
    if (resumed.length === 0) return;
    const names = resumed.map(await shownNames(tx, resumed));
    ctx.log.info({ server: serverId, names }, 'creators are followed again: everything is repaired');
    await notifyManagersSoon(ctx, tx, { serverId, what: 'repaired', names, path: pageOfStreamers(resumed) });
  });
}

const placeOf = ({ streamer, reason }: Stopped): string =>
  reason === 'permissions' ? `${channelFor(streamer)}` : streamer.id;

interface Stopped {
  readonly streamer: StreamerRow;
  readonly reason: Broken;
}

async function pause(ctx: Ctx, stopped: readonly Stopped[]): Promise<void> {
  const [first] = stopped;
  const channelId = first && channelFor(first.streamer);
  const trouble = channelId ? await troubleIn(ctx, first.streamer, { reason: first.reason, channelId }) : null;
  const now = ctx.clock.now();
  // Uses one transaction, because an open page that receives the pause also requests the errors.
  await ctx.db.transaction(async (tx) => {
    const paused: StreamerRow[] = [];
    for (const { streamer, reason } of stopped) {
      if (await changePause(tx, { streamerId: streamer.id, from: null, to: reason, now })) paused.push(streamer);
    }
    const [named] = paused;
    if (named && trouble && (await report(ctx, named.serverId, trouble, tx))) await notifyAboutBroken(ctx, tx, named);
  });
}

/** Returns why a streamer's messages cannot be posted, or null if we know of no reason. */
function brokenIn(ctx: Ctx, server: ServerState, streamer: StreamerRow): Broken | null {
  const channelId = channelFor(streamer);
  if (channelId) {
    const missing = missingIn(ctx, server, channelId);
    // The gateway does not report threads. A streamer whose thread is gone stays paused until a manager chooses another
    // channel.
    if (missing === null) return streamer.pauseReason === 'channelGone' ? 'channelGone' : null;
    if (missing.length > 0) return 'permissions';
  }
  return null;
}
