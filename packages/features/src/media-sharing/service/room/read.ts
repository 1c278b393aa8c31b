import type { Locale, MediaItem, MediaRoom, OfferedVideo, UserId } from '@tally/contract';
import { cursorOf, pieces } from '@tally/infra/page';
import { type Ctx, requireUser, say } from '@tally/kernel';
import { listFacesOf, listNames } from '../../../account/index.ts';
import { secondNow } from '../../match/clock.ts';
import { plainLine } from '../../match/plain.ts';
import { listEnded, listWaiting, recordsOf } from '../../store/items.ts';
import type { ItemRow } from '../../tables.ts';
import { chatStatesOf, searchesOf } from '../chat/chats.ts';
import { explain, sayReason } from '../explain.ts';
import { isPlayerConnected } from '../player/lease.ts';
import type { Video } from '../request/check.ts';
import { addressOf } from '../request/parse-link.ts';
import { readVotes } from '../request/vote.ts';
import { getRoom, whyClosed } from './room.ts';
import { settingsOf } from './settings.ts';

export interface Shown {
  readonly userId: UserId;
  readonly name: string;
  readonly avatar: string | null;
}

/** Returns the names and avatars of these people, in the same order. */
export async function facesOf(ctx: Ctx, userIds: readonly UserId[]): Promise<Shown[]> {
  const faces = await listFacesOf(ctx, userIds);
  return userIds.map((userId) => {
    const face = faces.get(userId);
    return { userId, name: face?.username ?? userId, avatar: face?.avatar ?? null };
  });
}

export const faceOf = async (ctx: Ctx, userId: UserId): Promise<Shown> => (await facesOf(ctx, [userId]))[0] as Shown;

export const offerOf = (video: Video): OfferedVideo => ({
  provider: video.provider,
  kind: video.kind,
  videoId: video.videoId,
  url: addressOf(video),
  title: plainLine(video.title),
  author: plainLine(video.author),
  lengthSeconds: video.lengthSeconds,
  picture: video.picture,
});

export const videoOf = (item: ItemRow) => ({ itemId: item.id, ...offerOf(item) });

/** Lists items with the details that only people who manage the room see. */
export async function readItems(
  ctx: Ctx,
  ownerId: UserId,
  rows: readonly ItemRow[],
  locale: Locale,
): Promise<MediaItem[]> {
  const senderIds = [...new Set(rows.flatMap(({ senderId }) => senderId ?? []))];
  const [records, names] = await Promise.all([
    recordsOf(ctx.db, ownerId, senderIds),
    listNames(ctx, [...new Set(rows.flatMap(({ decidedBy }) => decidedBy ?? []))]),
  ]);
  const recordOf = new Map(records.map(({ senderId, played, refused }) => [senderId, { played, refused }]));
  const places = new Map(rows.filter(({ state }) => state === 'queued').map(({ id }, at) => [id, at + 1]));
  const now = ctx.clock.now();
  return rows.map((item) => ({
    ...videoOf(item),
    channelId: item.channelId,
    views: item.views,
    publishedAt: item.publishedAt,
    sender:
      item.senderOrigin && item.senderId
        ? { origin: item.senderOrigin, id: item.senderId, name: item.senderName ?? item.senderId }
        : null,
    record: recordOf.get(item.senderId ?? '') ?? { played: 0, refused: 0 },
    state: item.state,
    place: places.get(item.id) ?? null,
    reason: item.reason,
    explanation: explain(locale, item),
    second: Math.floor(item.state === 'playing' ? secondNow(item, now) : item.second),
    isFiller: item.isFiller,
    requestedAt: item.requestedAt,
    decidedAt: item.decidedAt,
    decidedBy: (item.decidedBy && names.get(item.decidedBy)) ?? null,
    endedAt: item.endedAt,
  }));
}

export async function readRoom(ctx: Ctx, ownerId: UserId): Promise<MediaRoom> {
  const isOwner = requireUser(ctx).userId === ownerId;
  const room = await getRoom(ctx, ownerId);
  const rows = await listWaiting(ctx.db, ownerId, ['pending', 'queued', 'playing']);
  const playing = rows.find(({ state }) => state === 'playing') ?? null;
  const [items, owner, closed, isConnected, votes, chats, searches] = await Promise.all([
    readItems(ctx, ownerId, rows, ctx.locale),
    faceOf(ctx, ownerId),
    whyClosed(ctx, room),
    isPlayerConnected(ctx, room),
    readVotes(ctx, room, playing),
    chatStatesOf(ctx, ownerId),
    searchesOf(ctx, ownerId),
  ]);
  const inState = (wanted: MediaItem['state']) => items.filter(({ state }) => state === wanted);
  const now = ctx.clock.now();
  return {
    owner,
    name: room.name,
    isOpen: closed === null,
    closedBecause: closed && sayReason(ctx.locale, closed),
    isOwner,
    playing: inState('playing')[0] ?? null,
    queue: inState('queued'),
    pending: inState('pending'),
    paused: room.paused,
    second: playing ? secondNow(playing, now) : 0,
    secondAt: now,
    volume: settingsOf(room).volume,
    player: {
      hasAddress: room.addressHash !== null,
      isConnected,
      lastSeenAt: room.playerSeenAt,
      trouble: room.trouble && say(ctx.locale, `mediaSharing.trouble_${room.trouble}`),
    },
    votes,
    chats,
    ...searches,
  };
}

const A_PAGE = 50;

export async function readHistory(
  ctx: Ctx,
  ownerId: UserId,
  query: {
    readonly search?: string | undefined;
    readonly cursor?: string | undefined;
    readonly limit?: number | undefined;
  },
): Promise<{ items: MediaItem[]; nextCursor: string | null }> {
  const { search, cursor, limit = A_PAGE } = query;
  const rows = await listEnded(ctx.db, ownerId, {
    search,
    before: nextEnded.read(cursor) ?? null,
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = last !== undefined && rows.length > limit;
  const nextCursor = hasMore ? nextEnded.write({ at: last.endedAt ?? last.requestedAt, id: last.id }) : null;
  return { items: await readItems(ctx, ownerId, page, ctx.locale), nextCursor };
}

const nextEnded = cursorOf({ at: pieces.moment, id: pieces.uuid }, ' ');
