import {
  kindIn,
  namesakeType,
  type PauseReason,
  type Platform,
  type ServerId,
  type ShortStreamer,
  type Streamer,
  type StreamerInDetail,
  type StreamerList,
  settingsOf,
  tiers,
  UserId,
} from '@tally/contract';
import { cursorOf, pieces } from '@tally/infra/page';
import { type Channel, type Ctx, capabilitiesOf, seconds } from '@tally/kernel';
import { type Delivery, findLastPostedOf } from '@tally/pipeline/delivery';
import { listChannels, listKnownAs, listOpenSessions, platformStates } from '@tally/pipeline/detection';
import { wholeMessage } from '../../message-editor/index.ts';
import { planOf, plansOf } from '../../servers/index.ts';
import { graceOf } from '../match.ts';
import { listMessages } from '../store/messages.ts';
import { countStreamers, listStreamers, type StreamerAddress, type StreamerPlace } from '../store/streamers.ts';
import type { StreamerRow } from '../tables.ts';
import { getStreamer } from './address.ts';
import { maxStreamers } from './limits.ts';
import { shownNames } from './names/shown-names.ts';
import { allSettings, streamerVersion } from './standing.ts';
import { findStreamerFacts, nameMembers } from './streamers-changed.ts';

/** The feature that posts about streamers. */
const OWNER = 'notifications';

export interface ListQuery {
  readonly serverId: ServerId;
  readonly platform: Platform;
  readonly isShort: boolean;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export async function readList(ctx: Ctx, query: ListQuery): Promise<StreamerList> {
  const { serverId, platform, limit } = query;
  const rows = await listStreamers(ctx.db, {
    serverId,
    platform,
    after: nextStreamers.read(query.cursor),
    limit: limit && limit + 1,
  });
  const page = limit ? rows.slice(0, limit) : rows;
  const last = page.at(-1);
  const { tier } = await planOf(ctx, serverId);
  return {
    isAvailable: ctx.platforms.with('stream').has(platform),
    isDegraded: await isDegraded(ctx, platform),
    capabilities: canTell(ctx, platform),
    currentTotal: await countStreamers(ctx.db, serverId, platform),
    maxLimit: await maxStreamers(ctx, serverId, platform),
    premium: { tierId: tier, tierName: Object.entries(tiers).find(([, id]) => id === tier)?.[0] ?? tier },
    streamers: query.isShort ? await asShort(ctx, page) : await asWire(ctx, platform, page),
    nextCursor: limit && rows.length > limit && last ? nextStreamers.write(last) : null,
  };
}

const nextStreamers = cursorOf<StreamerPlace>({ id: pieces.uuid, name: pieces.text });

/** All false if the installation does not watch the platform, because nothing can be configured. */
function canTell(ctx: Ctx, platform: Platform): StreamerList['capabilities'] {
  const here = capabilitiesOf(ctx.platforms, platform);
  const [clips, vods] = [here.includes('clips'), here.includes('vods')];
  return { clips, vods, followers: here.includes('followers'), auditLog: here.includes('auditLog') };
}

/** Cached, because every list needs this. It changes at most once a minute, and needs a count of all channels. */
async function isDegraded(ctx: Ctx, platform: Platform): Promise<boolean> {
  const states = await ctx.cache.get('notifications/platform-states', seconds(15), () => platformStates(ctx));
  return states.find((state) => state.platform === platform)?.isDegraded ?? false;
}

export async function readOne(ctx: Ctx, address: StreamerAddress): Promise<StreamerInDetail> {
  const row = await getStreamer(ctx, address);
  const [streamer] = await asWire(ctx, row.platform, [row]);
  const userIds = (row.settings.usersForLiveRole ?? []).map((id) => UserId.parse(id));
  const names = await nameMembers(ctx, row.serverId, userIds);
  const people = userIds.map((id) => ({ id, name: names.get(id) ?? id }));
  return { ...streamer, usersForLiveRole: people } as StreamerInDetail;
}

export async function readRow(ctx: Ctx, row: StreamerRow): Promise<Streamer> {
  const [streamer] = await asWire(ctx, row.platform, [row]);
  return streamer as Streamer;
}

async function asShort(ctx: Ctx, rows: readonly StreamerRow[]): Promise<ShortStreamer[]> {
  const nameOf = await shownNames(ctx.db, rows);
  return rows.map((row) => ({
    platform: row.platform,
    guildId: row.serverId,
    streamerUserName: row.name,
    displayName: nameOf(row),
    streamerId: row.channelId,
    ...(row.platform === 'kick' ? { chatRoomId: null } : {}),
    ...namesakeType(row.channelId),
  }));
}

/** Returns the rows of one platform with all known facts, in a fixed number of queries. */
async function asWire(ctx: Ctx, platform: Platform, rows: readonly StreamerRow[]): Promise<Streamer[]> {
  const channelIds = rows.map((row) => row.channelId);
  const ids = rows.map((row) => row.id);
  const channels = new Map((await listChannels(ctx.db, platform, channelIds)).map((each) => [each.id, each]));
  const sessions = await listOpenSessions(ctx.db, platform, channelIds);
  const open = new Map(sessions.map((each) => [each.channelId, each]));
  const knownAs = await listKnownAs(ctx.db, sessions);
  const plan = await plansOf(
    ctx,
    rows.map((row) => row.serverId),
  );
  const posted = new Map((await findLastPostedOf(ctx.db, OWNER, ids)).map((each) => [each.subject, each]));
  // A platform without videos has no such messages, so this check avoids a search through all messages ever posted.
  const hasVideos = 'videoNotificationChannelId' in settingsOf[platform];
  const lastVideos = hasVideos ? await findLastPostedOf(ctx.db, OWNER, ids, ['video', 'short']) : [];
  const videos = new Map(lastVideos.map((each) => [each.subject, each]));
  const messages = Map.groupBy(await listMessages(ctx.db, ids), (message) => message.streamerId);
  const factsBeside = await findStreamerFacts(ctx, ids);
  return rows.map((row) => {
    const last = posted.get(row.id);
    const running = open.get(row.channelId);
    const stream = running && knownAs(running, graceOf(row, plan(row.serverId).graceCeiling));
    return {
      ...allSettings(row),
      ...facts(row, channels.get(row.channelId)),
      version: streamerVersion(row, messages.get(row.id) ?? []),
      ...factsBeside(row.id),
      customMessages: (messages.get(row.id) ?? []).map(({ type, body }) => ({ type, ...wholeMessage(body) })),
      lastLive: last?.sentAt ?? null,
      lastVideo: videos.get(row.id)?.sentAt ?? null,
      isCurrentlyLive: stream ? currentlyLive(stream, last?.sessionId === stream.id ? last : undefined) : null,
      // The keys depend on the platform. The API checks the whole row against its schema.
    } as unknown as Streamer;
  });
}

function pauseOf({ settings, pauseReason }: StreamerRow): PauseReason | null {
  if (settings.paused) return 'byOwner';
  return settings.startsAfter ? 'otherBot' : pauseReason;
}

const currentlyLive = ({ startedAt }: { readonly startedAt: Date }, delivery: Delivery | undefined) => ({
  startedAt,
  messageId: delivery?.messageId ?? null,
  channelId: delivery?.channelId ?? null,
  correct: Boolean(delivery?.messageId),
});

function facts(row: StreamerRow, channel: Channel | undefined) {
  return {
    platform: row.platform,
    streamerUserName: row.name,
    guildId: row.serverId,
    streamerId: row.channelId,
    displayName: channel?.displayName ?? null,
    avatarUrl: channel?.avatarUrl ?? null,
    pauseReason: pauseOf(row),
    chatRoomId: null,
    leaderBoardMessageId: null,
    usersWhoHaveRole: [],
    usersWhoHaveLiveRole: [],
    statsChannelIds: null,
    type: kindIn(row.channelId) ?? 'user',
  };
}
