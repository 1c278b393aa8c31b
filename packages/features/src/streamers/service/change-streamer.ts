import { type Platform, pageOfStreamers, platforms, type ServerId, type StreamerBody } from '@tally/contract';
import { AppError, type Ctx } from '@tally/kernel';
import { findChannel } from '@tally/pipeline/detection';
import { solveOnPage } from '../../error-logs/index.ts';
import { merged, newPartsOf } from '../../places/index.ts';
import { changeSettings, type SettingsTx } from '../../settings/index.ts';
import { listMessages } from '../store/messages.ts';
import {
  deleteStreamer,
  listStreamersById,
  lockStreamer,
  type StreamerAddress,
  updateStreamer,
} from '../store/streamers.ts';
import type { StreamerRow } from '../tables.ts';
import { getStreamer } from './address.ts';
import { applyTo } from './apply-plan.ts';
import { saveMessages } from './change-messages.ts';
import { checkNews } from './check-news.ts';
import { maxStreamers } from './limits.ts';
import { changeOne, readStreamers, versionBesidesStart } from './standing.ts';
import { askAbout, markRunning } from './start-waiting.ts';
import { reportStreamersChanged } from './streamers-changed.ts';
import { stopWatching, watchFor } from './watching.ts';

/** Keeps absent fields, clears null fields, and replaces lists. */
export async function changeStreamer(
  ctx: Ctx,
  address: StreamerAddress,
  { body, version }: { body: StreamerBody; version?: string | undefined },
): Promise<StreamerRow> {
  const { customMessages, ...change } = body;
  const row = await getStreamer(ctx, address);
  // Clients send back what they received. Leftovers of a lapsed plan or a deleted channel must not block other changes.
  await checkNews(ctx, address, newPartsOf(change, row.settings));
  const said = row.settings.startsAfter && change.startsAfter === null ? await askAbout(ctx, [row]) : null;
  return await changeOne(ctx, { row, version }, async (tx) => {
    // Another person may have changed or removed the streamer since it was read.
    const before = await lockStreamer(tx, row.id);
    if (!before) throw new AppError('streamerNotFound', { name: row.name });
    await saveMessages(ctx, tx, before, customMessages);
    const changed = await updateStreamer(tx, row.id, {
      settings: merged(before.settings, change),
      // An owner's change retries a streamer that we paused, except one that the plan paused.
      pauseReason: before.pauseReason === 'planLimit' ? 'planLimit' : null,
      changedAt: ctx.clock.now(),
    });
    const channel = await findChannel(tx, row.platform, row.channelId);
    if (channel) await watchFor(ctx, tx, changed, channel);
    await reportStreamersChanged(ctx, tx, row.serverId);
    return said && before.settings.startsAfter ? await markRunning(ctx, tx, changed, said) : changed;
  });
}

export async function removeStreamer(ctx: Ctx, address: StreamerAddress, version?: string): Promise<void> {
  const row = await getStreamer(ctx, address);
  const limit = await maxStreamers(ctx, row.serverId, row.platform);
  await changeOne(ctx, { row, version }, async (tx) => await remove(ctx, tx, row.serverId, [{ row, limit }]));
}

/**
 * Removes the streamers that are still at this version (apart from their start) in one transaction, which `finish`
 * closes. Returns how many were removed.
 */
export async function removeUnchanged(
  ctx: Ctx,
  serverId: ServerId,
  wanted: ReadonlyMap<string, string>,
  finish: (tx: SettingsTx, removed: number) => Promise<void>,
): Promise<number> {
  const ids = [...wanted.keys()];
  const limits = new Map<Platform, number>();
  for (const platform of platforms) limits.set(platform, await maxStreamers(ctx, serverId, platform));
  const work = async (tx: SettingsTx) => {
    const messages = Map.groupBy(await listMessages(tx, ids), ({ streamerId }) => streamerId);
    const rows = (await listStreamersById(tx, ids)).filter(
      (row) => row.serverId === serverId && versionBesidesStart(row, messages.get(row.id) ?? []) === wanted.get(row.id),
    );
    await remove(
      ctx,
      tx,
      serverId,
      rows.map((row) => ({ row, limit: limits.get(row.platform) ?? 0 })),
    );
    for (const row of rows) await solveOnPage(ctx, tx, serverId, pageOfStreamers([row]));
    await finish(tx, rows.length);
    return rows.length;
  };
  return (await changeSettings(ctx, serverId, { read: readStreamers(ids) }, work)).answer;
}

async function remove(
  ctx: Ctx,
  tx: SettingsTx,
  serverId: ServerId,
  rows: readonly { readonly row: StreamerRow; readonly limit: number }[],
): Promise<void> {
  for (const { row } of rows) {
    await deleteStreamer(tx, row.id);
    await stopWatching(tx, row);
  }
  await reportStreamersChanged(ctx, tx, serverId);
  // Streamers over the plan's limit may take the freed places.
  for (const [platform, [first]] of Map.groupBy(rows, ({ row }) => row.platform))
    if (first) await applyTo(ctx, tx, { serverId, platform, limit: first.limit });
}

/**
 * Posts, at the owner's request, about the stream that was live when the owner added this streamer. Its end is posted
 * too.
 */
export const takeAsNews = async (ctx: Ctx, row: StreamerRow): Promise<StreamerRow> =>
  await changeOne(ctx, { row }, async (tx) => await updateStreamer(tx, row.id, { alreadyLiveSession: null }));
