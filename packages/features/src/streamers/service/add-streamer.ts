import { kindIn, type Platform, pageOfStreamers, type ServerId, type StreamerBody } from '@tally/contract';
import { isUniqueViolation } from '@tally/infra/db';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Channel, type Ctx, type Snapshot, UpstreamError } from '@tally/kernel';
import { solveOnPage } from '../../error-logs/index.ts';
import { changeSettings, type SettingsTx } from '../../settings/index.ts';
import {
  insertStreamer,
  listStreamersOf,
  lockStreamers,
  type StreamerAddress,
  updateStreamer,
} from '../store/streamers.ts';
import type { StreamerRow } from '../tables.ts';
import { askNow } from './ask-now.ts';
import { saveMessages } from './change-messages.ts';
import { checkNews } from './check-news.ts';
import { maxStreamers } from './limits.ts';
import { type Creator, findCreator } from './names/find-creator.ts';
import { readRow } from './read.ts';
import { readStreamers } from './standing.ts';
import { reportAddedWhileLive, reportStreamersChanged } from './streamers-changed.ts';
import { watchFor } from './watching.ts';

/** Follows a creator. The look-up comes first, so a typo is noticed at once. */
export async function addStreamer(
  ctx: Ctx,
  address: StreamerAddress,
  body: StreamerBody,
  creator?: Creator,
): Promise<StreamerRow> {
  await checkNews(ctx, address, settingsIn(body));
  const found = creator ?? (await findCreator(ctx, { ...address, isAsked: true }));
  const [added] = await addStreamers(ctx, address.serverId, [{ creator: found, body }], async (tx, [result]) => {
    if (ctx.held && result && 'row' in result) await keepReply(ctx, tx, await readRow({ ...ctx, db: tx }, result.row));
  });
  if (added && 'row' in added) return added.row;
  throw added?.error ?? new Error('A streamer was neither added nor refused.');
}

/** One of several creators to follow. Its settings are already validated. */
export interface Following {
  readonly creator: Creator;
  readonly body: StreamerBody;
}

export type Added = { readonly row: StreamerRow } | { readonly error: AppError | UpstreamError };

/**
 * Follows all of these creators in one transaction, which `finish` closes. A creator that is already followed, exceeds
 * the limit, or has an unknown live state does not stop the others. Returns each result, in the same order.
 */
export async function addStreamers(
  ctx: Ctx,
  serverId: ServerId,
  wanted: readonly Following[],
  finish: (tx: SettingsTx, results: readonly Added[]) => Promise<void>,
): Promise<readonly Added[]> {
  const told = await askNow(
    ctx,
    wanted.map(({ creator }) => creator),
  );
  const platforms = [...new Set(wanted.map(({ creator }) => creator.channel.platform))].toSorted();
  const limits = new Map<Platform, number>();
  for (const platform of platforms) limits.set(platform, await maxStreamers(ctx, serverId, platform));

  const rows = wanted.map(({ creator }) => ({ ...newRow(serverId, creator.channel), id: ctx.random.uuid() }));
  const add = async (tx: SettingsTx): Promise<readonly Added[]> => {
    for (const platform of platforms) await lockStreamers(tx, serverId, platform);
    const others: Named[] = await listStreamersOf(tx, serverId);
    const results: Added[] = [];
    for (const [place, { creator, body }] of wanted.entries()) {
      const [row, said] = [rows[place] as NewRow, told[place] as Snapshot | UpstreamError];
      const limit = limits.get(row.platform) ?? 0;
      const error = said instanceof UpstreamError ? said : refusalOf(row, others, { limit, channel: creator.channel });
      if (error) {
        results.push({ error });
        continue;
      }
      others.push(row);
      results.push({ row: await insert(ctx, tx, row, { channel: creator.channel, body, snapshot: said as Snapshot }) });
    }
    if (results.some((each) => 'row' in each)) await reportStreamersChanged(ctx, tx, serverId);
    await finish(tx, results);
    return results;
  };
  try {
    return (await changeSettings(ctx, serverId, { read: readStreamers(rows.map(({ id }) => id)) }, add)).answer;
  } catch (error) {
    // Another channel has just taken this name.
    if (isUniqueViolation(error)) throw new AppError('alreadyFollowed', { name: rows[0]?.name ?? '' });
    throw error;
  }
}

function settingsIn(body: StreamerBody) {
  const { customMessages: _, ...settings } = body;
  return settings;
}

type Named = Pick<StreamerRow, 'platform' | 'channelId' | 'name'>;
type NewRow = Named & Pick<StreamerRow, 'id' | 'serverId'>;

const newRow = (serverId: ServerId, channel: Channel) => ({
  serverId,
  platform: channel.platform,
  channelId: channel.id,
  name: channel.name,
});

function refusalOf(
  row: Named,
  others: readonly Named[],
  { limit, channel }: { readonly limit: number; readonly channel: Channel },
): AppError | null {
  const here = others.filter(({ platform }) => platform === row.platform);
  const isSame = ({ channelId, name }: Named): boolean =>
    channelId === row.channelId ||
    (kindIn(channelId) === kindIn(row.channelId) && name.toLowerCase() === row.name.toLowerCase());
  if (here.some(isSame)) return new AppError('alreadyFollowed', { name: channel.displayName });
  return here.length >= limit ? new AppError('planLimit', { limit, what: 'streamers' }) : null;
}

async function insert(
  ctx: Ctx,
  tx: SettingsTx,
  added: NewRow,
  { channel, body, snapshot }: { channel: Channel; body: StreamerBody; snapshot: Snapshot },
): Promise<StreamerRow> {
  const now = ctx.clock.now();
  const row = await insertStreamer(tx, { ...added, settings: settingsIn(body), addedAt: now, changedAt: now });
  await saveMessages(ctx, tx, row, body.customMessages);
  await watchFor(ctx, tx, row, channel);
  await solveOnPage(ctx, tx, row.serverId, pageOfStreamers([row]));
  if (snapshot.state !== 'live') return row;
  const alreadyLiveSession = await reportAddedWhileLive(ctx, tx, { row, channel, snapshot });
  return alreadyLiveSession ? await updateStreamer(tx, row.id, { alreadyLiveSession }) : row;
}
