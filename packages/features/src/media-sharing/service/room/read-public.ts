import type { PublicMediaItem, PublicMediaRoom, UserId } from '@tally/contract';
import { AppError, type Ctx, hours } from '@tally/kernel';
import { mayManage } from '../../../teams/index.ts';
import { listOfSender, listWaiting } from '../../store/items.ts';
import { findRoomNamed } from '../../store/rooms.ts';
import type { ItemRow, RoomRow } from '../../tables.ts';
import { explain, sayReason } from '../explain.ts';
import { isVoteGiven, readVotes } from '../request/vote.ts';
import { whoIs } from '../request/who.ts';
import { faceOf, videoOf } from './read.ts';
import { whyClosed } from './room.ts';
import { settingsOf } from './settings.ts';

/** Senders can see their own ended requests for this long. */
const TODAY_MS = hours(24);
const MOST_OWN = 20;

/** Finds a room by name. A room that was never switched on counts as missing. */
export async function getRoomNamed(ctx: Ctx, name: string): Promise<RoomRow> {
  const room = await findRoomNamed(ctx.db, name);
  if (!room || room.enabled === null) throw new AppError('mediaRoomNotFound');
  return room;
}

export const isSentBy = (item: ItemRow, userId: UserId | null): boolean =>
  userId !== null && item.senderId === userId && (item.senderOrigin === 'web' || item.senderOrigin === 'discord');

export async function readPublicRoom(ctx: Ctx, name: string): Promise<PublicMediaRoom> {
  const room = await getRoomNamed(ctx, name);
  const { ownerId } = room;
  const userId = ctx.caller.kind === 'user' ? ctx.caller.userId : null;
  const settings = settingsOf(room);
  const since = new Date(ctx.clock.now().getTime() - TODAY_MS);
  const [waiting, own, owner, closed] = await Promise.all([
    listWaiting(ctx.db, ownerId, ['queued', 'playing']),
    userId ? listOfSender(ctx.db, ownerId, [whoIs({ origin: 'web', id: userId })], { since, limit: MOST_OWN }) : [],
    faceOf(ctx, ownerId),
    whyClosed(ctx, room),
  ]);
  const playing = waiting.find(({ state }) => state === 'playing') ?? null;
  const queue = waiting.filter(({ state }) => state === 'queued');
  const places = new Map(queue.map(({ id }, at) => [id, at + 1]));
  const show = (item: ItemRow): PublicMediaItem => {
    const isOwn = isSentBy(item, userId);
    const { title, author, picture, ...video } = videoOf(item);
    const hidesTitle = settings.hideTitles && !isOwn;
    return {
      ...video,
      title: hidesTitle ? null : title,
      author: hidesTitle ? null : author,
      picture: hidesTitle ? null : picture,
      senderName: settings.hideNames && !isOwn ? null : item.senderName,
      state: item.state,
      place: places.get(item.id) ?? null,
      isOwn,
      isFiller: item.isFiller,
      explanation: isOwn ? explain(ctx.locale, item) : null,
    };
  };
  const votes = await readVotes(ctx, room, playing);
  const isGiven =
    playing !== null && userId !== null && (await isVoteGiven(ctx, playing, { origin: 'web', id: userId }));
  return {
    owner,
    name: room.name,
    isOpen: closed === null,
    closedBecause: closed && sayReason(ctx.locale, closed),
    needsPassword: room.password !== null,
    modes: settings.modes,
    longestSeconds: settings.longestSeconds,
    longestShortSeconds: settings.longestShortSeconds,
    playing: playing && show(playing),
    queue: queue.map(show),
    own: own.map(show),
    votes: votes && { ...votes, isGiven },
    mayManage: userId !== null && (await mayManage(ctx, { userId, leaderId: ownerId, flag: 'ManageMediaShare' })),
  };
}
