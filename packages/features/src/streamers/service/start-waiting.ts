import type { ServerId, UserId } from '@tally/contract';
import { AppError, type Ctx, type Snapshot } from '@tally/kernel';
import { listChannels } from '@tally/pipeline/detection';
import { changeSettings, type SettingsTx } from '../../settings/index.ts';
import { listWaitingFor } from '../store/pauses.ts';
import { lockStreamer, updateStreamer } from '../store/streamers.ts';
import type { StreamerRow } from '../tables.ts';
import { platformOf, type WatchedPlatform } from './address.ts';
import { askNow } from './ask-now.ts';
import { readStreamers } from './standing.ts';
import { reportAddedWhileLive, reportStreamersChanged } from './streamers-changed.ts';

/** The platforms' current answers about these channels, by streamer id. Absent if a platform did not answer. */
type Said = ReadonlyMap<string, { readonly channel: Channel; readonly snapshot: Snapshot | null }>;
type Channel = Awaited<ReturnType<typeof listChannels>>[number];

/**
 * Starts all streamers of a server that waited for this bot, in one transaction, which `finish` closes. A second call
 * does nothing.
 */
export async function startWaiting(
  ctx: Ctx,
  serverId: ServerId,
  botId: UserId,
  finish: (tx: SettingsTx, started: readonly StreamerRow[]) => Promise<void>,
): Promise<void> {
  const rows = await listWaitingFor(ctx.db, serverId, botId);
  if (rows.length === 0) return;
  const said = await askAbout(ctx, rows);
  await changeSettings(ctx, serverId, { read: readStreamers(rows.map(({ id }) => id)) }, async (tx) => {
    const started: StreamerRow[] = [];
    for (const { id } of rows) {
      const row = await lockStreamer(tx, id);
      if (row?.settings.startsAfter !== botId) continue;
      const { startsAfter: _, ...settings } = row.settings;
      const changed = await updateStreamer(tx, id, { settings, changedAt: ctx.clock.now() });
      started.push(await markRunning(ctx, tx, changed, said));
    }
    if (started.length === 0) return;
    await reportStreamersChanged(ctx, tx, serverId);
    await finish(tx, started);
  });
}

/**
 * Asks the platforms instead of using stored data, because the other bot may have announced a stream that began seconds
 * ago.
 */
export async function askAbout(ctx: Ctx, rows: readonly StreamerRow[]): Promise<Said> {
  const said = new Map<string, { channel: Channel; snapshot: Snapshot | null }>();
  const asked = [];
  for (const [platform, own] of Map.groupBy(rows, (row) => row.platform)) {
    const ids = own.map(({ channelId }) => channelId);
    const channels = new Map((await listChannels(ctx.db, platform, ids)).map((each) => [each.id, each]));
    const watched = watchedOn(ctx, platform);
    for (const { id, channelId } of own) {
      const channel = channels.get(channelId);
      if (!channel) continue;
      said.set(id, { channel, snapshot: null });
      if (watched) asked.push({ id, creator: { ...watched, channel } });
    }
  }
  const answers = await askNow(
    ctx,
    asked.map(({ creator }) => creator),
  );
  for (const [place, { id, creator }] of asked.entries()) {
    const snapshot = answers[place];
    if (snapshot && 'state' in snapshot) said.set(id, { channel: creator.channel, snapshot });
  }
  return said;
}

/** The other bot announces a stream that is live when a streamer starts, so we do not post it too. */
export async function markRunning(ctx: Ctx, tx: SettingsTx, row: StreamerRow, said: Said): Promise<StreamerRow> {
  const about = said.get(row.id);
  if (!about) return row;
  const { channel, snapshot } = about;
  const running = await reportAddedWhileLive(ctx, tx, {
    row,
    channel,
    snapshot: snapshot?.state === 'live' ? snapshot : null,
  });
  return running ? await updateStreamer(tx, row.id, { alreadyLiveSession: running }) : row;
}

function watchedOn(ctx: Ctx, platform: StreamerRow['platform']): WatchedPlatform | null {
  try {
    return platformOf(ctx, platform);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
