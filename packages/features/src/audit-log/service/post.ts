import { ChannelId, defaultLocale, hasFlag, type ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, defineJob, minutes, seconds } from '@tally/kernel';
import { intend } from '@tally/pipeline/delivery';
import { listChannels } from '@tally/pipeline/detection';
import { z } from 'zod';
import { report } from '../../error-logs/index.ts';
import { listSummaries, planOf } from '../../servers/index.ts';
import { listStreamersById } from '../../streamers/index.ts';
import { LOGGED_ON } from '../match.ts';
import { type LogLine, renderLog } from '../render.ts';
import { beginWriting, deleteEntries, findTurn, listWaiting, lockTurn, pauseChannel } from '../store.ts';
import type { EntryRow } from '../tables.ts';

export const OWNER = 'audit-log';
export const KIND = 'audit-log';
/** A Discord message holds at most this many embeds: https://docs.discord.com/developers/resources/message */
const EMBEDS = 10;
/** Each channel gets at most one message within this time. */
export const PAUSE_MS = seconds(3);
/** Older events are no longer worth posting. */
const GIVE_UP_MS = minutes(30);
/** By this time every message has an outcome, so a missing outcome was lost. */
const LOST_AFTER_MS = GIVE_UP_MS + minutes(5);

export const postJob = defineJob({
  name: 'audit-log/post',
  data: z.object({ channelId: ChannelId }),
  concurrency: 4,
  async run(ctx, { channelId }) {
    const again = await postLog(ctx, channelId);
    if (again) await postSoon(ctx, channelId, { at: again });
  },
});

/** Queues at most one waiting job per channel, even for many events. */
export async function postSoon(
  ctx: Ctx,
  channelId: ChannelId,
  { tx, at }: { readonly tx?: Db; readonly at: Date | undefined },
): Promise<void> {
  await ctx.queue.send(postJob, { channelId }, { tx, singletonKey: channelId, startAfter: at });
}

/** Returns when the next message may be posted, or undefined if it may be posted now. */
export const dueAfter = (postedAt: Date | null): Date | undefined =>
  postedAt ? new Date(postedAt.getTime() + PAUSE_MS) : undefined;

/**
 * Posts as many of the channel's waiting lines as fit into one message, unless a message is being sent. Safe to repeat.
 * Returns when to call it again, or null.
 */
export async function postLog(ctx: Ctx, channelId: ChannelId): Promise<Date | null> {
  const turn = await findTurn(ctx.db, channelId);
  if (!turn) return null;
  const [first] = await listWaiting(ctx.db, channelId, 1);
  if (!first) return null;
  const { serverId } = turn;
  if (!(await isInPlan(ctx, serverId))) {
    await ctx.db.transaction(async (tx) => await pauseChannel(tx, channelId, 'planLimit'));
    return null;
  }
  const locale = (await listSummaries(ctx, [serverId])).get(serverId)?.locale ?? defaultLocale;
  return await ctx.db.transaction(async (tx) => {
    const held = await lockTurn(tx, channelId);
    if (!held) return null;
    const now = ctx.clock.now();
    if (held.writingSince && now.getTime() - held.writingSince.getTime() < LOST_AFTER_MS) return null;
    const due = dueAfter(held.postedAt);
    if (due && due > now) return due;
    const taken = await listWaiting(tx, channelId, EMBEDS);
    const last = taken.at(-1);
    if (!last) return null;
    await deleteEntries(
      tx,
      taken.map(({ id }) => id),
    );
    const lines = await linesOf(tx, taken);
    // All these events belonged to paused streamers and were dropped, so the next ones can be posted now.
    if (lines.length === 0 && held.leftOut === 0) return taken.length < EMBEDS ? null : now;
    const dedupeKey = `${OWNER} ${channelId} ${last.id}`;
    await beginWriting(tx, channelId, dedupeKey, now);
    await intend(ctx, tx, [
      {
        dedupeKey,
        owner: OWNER,
        kind: KIND,
        serverId,
        subject: last.streamerId,
        channelId,
        payload: renderLog({ locale, lines, leftOut: held.leftOut }),
        detectedAt: last.heardAt,
        giveUpAt: new Date(now.getTime() + GIVE_UP_MS),
      },
    ]);
    return null;
  });
}

async function isInPlan(ctx: Ctx, serverId: ServerId): Promise<boolean> {
  if (hasFlag((await planOf(ctx, serverId)).bitfield, 'KickAuditLogs')) return true;
  const what = { say: 'auditLog.what' } as const;
  const action = { kind: 'upgrade', path: null, targetId: null } as const;
  await report(ctx, serverId, { reason: 'planLimit', details: { what, limit: 0 }, action });
  return false;
}

/** Adds the name of each streamer's channel, because a place may log several. Leaves out paused streamers. */
async function linesOf(tx: Db, taken: readonly EntryRow[]): Promise<LogLine[]> {
  const streamers = new Map(
    (await listStreamersById(tx, [...new Set(taken.map(({ streamerId }) => streamerId))])).map((row) => [row.id, row]),
  );
  const ids = [...new Set([...streamers.values()].map(({ channelId }) => channelId))];
  const channels = new Map((await listChannels(tx, LOGGED_ON, ids)).map((channel) => [channel.id, channel]));
  return taken.flatMap(({ streamerId, event }) => {
    const streamer = streamers.get(streamerId);
    if (!streamer || streamer.settings.paused || streamer.pauseReason === 'planLimit') return [];
    return [{ event, channel: channels.get(streamer.channelId)?.displayName ?? streamer.name }];
  });
}
