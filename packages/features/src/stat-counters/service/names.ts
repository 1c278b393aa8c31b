import { type CounterType, defaultLocale, platformNames, type ServerId } from '@tally/contract';
import { findServerStates } from '@tally/discord/gateway';
import { type Ctx, UpstreamError, withWesternFigures } from '@tally/kernel';
import { listChannels, listOpenSessions } from '@tally/pipeline/detection';
import { loadServerLines } from '../../message-editor/index.ts';
import { listSummaries } from '../../servers/index.ts';
import { listStreamersById, type StreamerRow } from '../../streamers/index.ts';
import { renderName } from '../render.ts';

export interface Counted {
  readonly serverId: ServerId;
  readonly kind: CounterType;
  readonly streamerId: string | null;
}

/** Returns the counters' names, or null while a number is unknown. Queries each platform channel once. */
export async function nameAll(ctx: Ctx, counted: readonly Counted[]): Promise<(each: Counted) => string | null> {
  const serverIds = [...new Set(counted.map(({ serverId }) => serverId))];
  const streamerIds = [...new Set(counted.flatMap(({ streamerId }) => streamerId ?? []))];
  const streamers = new Map((await listStreamersById(ctx.db, streamerIds)).map((row) => [row.id, row]));
  const [looks, states] = [await listSummaries(ctx, serverIds), await findServerStates(ctx.db, serverIds)];
  const channels = await loadChannels(ctx, [...streamers.values()]);
  const followers = await countFollowers(ctx, counted, streamers);
  const lines = new Map(await Promise.all(serverIds.map(async (id) => [id, await loadServerLines(ctx, id)] as const)));
  return ({ serverId, kind, streamerId }) => {
    const look = looks.get(serverId);
    const locale = look?.locale ?? defaultLocale;
    const show = (count: number) => count.toLocaleString(withWesternFigures(locale));
    const members = states.get(serverId)?.memberCount ?? look?.memberCount ?? 0;
    const shared = { server: look?.name ?? '', member_count: show(members) };
    const own = lines.get(serverId) ?? null;
    if (kind === 'members')
      return renderName(locale, { kind, isLive: false, values: { ...shared, count: show(members) } }, own);
    const streamer = streamerId ? streamers.get(streamerId) : undefined;
    if (!streamer) return null;
    const key = keyOf(streamer);
    const count = followers.get(key);
    if (kind === 'followers' && count === undefined) return null;
    const values = {
      ...shared,
      streamer: channels.names.get(key) ?? streamer.name,
      username: streamer.name,
      platform: platformNames[streamer.platform],
      count: count === undefined ? null : show(count),
    };
    return renderName(locale, { kind, isLive: channels.live.has(key), values }, own);
  };
}

const keyOf = ({ platform, channelId }: Pick<StreamerRow, 'platform' | 'channelId'>) => `${platform} ${channelId}`;

async function loadChannels(ctx: Ctx, streamers: readonly StreamerRow[]) {
  const names = new Map<string, string>();
  const live = new Set<string>();
  for (const [platform, rows] of Map.groupBy(streamers, (row) => row.platform)) {
    const ids = [...new Set(rows.map((row) => row.channelId))];
    for (const { id, displayName } of await listChannels(ctx.db, platform, ids)) {
      names.set(keyOf({ platform, channelId: id }), displayName);
    }
    for (const { channelId } of await listOpenSessions(ctx.db, platform, ids)) live.add(keyOf({ platform, channelId }));
  }
  return { names, live };
}

async function countFollowers(
  ctx: Ctx,
  counted: readonly Counted[],
  streamers: ReadonlyMap<string, StreamerRow>,
): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const wanted = counted.flatMap(({ kind, streamerId }) =>
    kind === 'followers' && streamerId ? (streamers.get(streamerId) ?? []) : [],
  );
  for (const streamer of new Map(wanted.map((row) => [keyOf(row), row])).values()) {
    const calls = ctx.platforms.with('followers').get(streamer.platform);
    try {
      const count = await calls?.countFollowers({ id: streamer.channelId, name: streamer.name });
      if (count !== undefined && count !== null) found.set(keyOf(streamer), count);
    } catch (error) {
      // The number is unknown right now, so the channel keeps its name.
      if (!(error instanceof UpstreamError)) throw error;
    }
  }
  return found;
}
