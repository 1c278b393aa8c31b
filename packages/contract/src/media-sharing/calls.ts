import { z } from 'zod';
import { anyone, helper, onlySelf, user } from '../wire/access.ts';
import { page, sentence } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { int, line, pathName, RowId, text } from '../wire/fields.ts';
import { UserId } from '../wire/ids.ts';
import { MediaApproval, MediaShareType } from './settings.ts';
import {
  FillerVideo,
  MediaBan,
  MediaBanKind,
  MediaChanged,
  MediaItem,
  MediaItemId,
  MediaRoom,
  OfferedVideo,
  PlayerReport,
  PlayerSnapshot,
  PublicMediaRoom,
} from './views.ts';

/** Actions on the player. `stop` ends the current video and pauses: the emergency button. */
export const playerActions = ['play', 'pause', 'skip', 'stop', 'clear'] as const;
/** Actions on a request. */
export const itemActions = ['approve', 'refuse', 'remove', 'playNext'] as const;

/** A link, or words to search for. */
const Request = z.object({ text: text(2000, 1), password: line(72).optional() });

const ofOwner = z.object({ userId: UserId });
const mayManage = helper('userId', 'ManageMediaShare');
const ofRoom = z.object({ name: pathName(100).meta({ examples: ['ada'] }) });
/** 256 bits: this secret identifies the player. */
const byToken = z.object({
  token: z
    .string()
    .regex(/^[\w-]{43}$/)
    .meta({ examples: ['0123456789abcdefghijklmnopqrstuvwxyzABCDEFG'] }),
});

export const mediaSharing = {
  listMediaRooms: endpoint({
    method: 'GET',
    path: '/data/media',
    summary: 'Whose media share the caller may manage: the own one first.',
    access: user,
    reply: z.array(z.object({ userId: UserId, name: z.string(), avatar: z.string().nullable(), isOwn: z.boolean() })),
  }),
  getMediaRoom: endpoint({
    method: 'GET',
    path: '/data/media/{userId}',
    summary: 'The queue, what plays, what waits for approval, and what cannot be heard or answered.',
    access: mayManage,
    params: ofOwner,
    reply: MediaRoom,
  }),
  watchMediaRoom: endpoint({
    method: 'GET',
    path: '/data/media/{userId}/live',
    summary: 'Says that the room has changed, or that the caller may no longer see it.',
    access: mayManage,
    params: ofOwner,
    reply: MediaChanged,
    answers: 'events',
  }),
  listMediaHistory: endpoint({
    method: 'GET',
    path: '/data/media/{userId}/history',
    summary: 'What was played, refused or failed in the last 30 days, newest first.',
    access: mayManage,
    params: ofOwner,
    query: z.object({ ...page, search: line(100).optional() }),
    reply: z.object({ items: z.array(MediaItem), nextCursor: z.string().nullable() }),
  }),
  submitMedia: endpoint({
    method: 'POST',
    path: '/data/media/{userId}/items',
    summary: 'Puts a video into the queue, past approval.',
    access: mayManage,
    once: true,
    params: ofOwner,
    body: Request.omit({ password: true }),
    reply: sentence,
  }),
  actOnMedia: endpoint({
    method: 'PUT',
    path: '/data/media/{userId}/items/{itemId}/{action}',
    summary: 'Approves, refuses, removes a request or plays it next. A second time changes nothing.',
    access: mayManage,
    params: ofOwner.extend({ itemId: MediaItemId, action: z.enum(itemActions) }),
    /** A reason for the sender of a refused request; `ban` also bans the sender, the video or its channel. */
    body: z.object({ reason: line(200).optional(), ban: MediaBanKind.optional() }),
    reply: sentence,
  }),
  moveMedia: endpoint({
    method: 'PUT',
    path: '/data/media/{userId}/items/{itemId}/place',
    summary: 'Moves a request in front of another one; null: to the end.',
    access: mayManage,
    params: ofOwner.extend({ itemId: MediaItemId }),
    body: z.object({ before: MediaItemId.nullable() }),
    reply: sentence,
  }),
  controlPlayer: endpoint({
    method: 'PUT',
    path: '/data/media/{userId}/player/{action}',
    summary: 'Plays, pauses, skips, stops, or clears the queue.',
    access: mayManage,
    params: ofOwner.extend({ action: z.enum(playerActions) }),
    /** Skips only while this item plays, so two presses skip one. */
    body: z.object({ itemId: MediaItemId.optional() }),
    reply: sentence,
  }),
  setMediaVolume: endpoint({
    method: 'PUT',
    path: '/data/media/{userId}/volume',
    summary: 'Sets the volume at once.',
    access: mayManage,
    params: ofOwner,
    body: z.object({ volume: int(0, 100) }),
    reply: sentence,
  }),
  setMediaModes: endpoint({
    method: 'PUT',
    path: '/data/media/{userId}/modes',
    summary: 'Says what may be requested and who waits for approval, for now and later.',
    access: mayManage,
    params: ofOwner,
    body: z.object({
      modes: z.array(MediaShareType).max(3).optional(),
      approval: MediaApproval.optional(),
    }),
    reply: sentence,
  }),
  listMediaBans: endpoint({
    method: 'GET',
    path: '/data/media/{userId}/bans',
    summary: 'Banned people, videos and channels, newest first.',
    access: mayManage,
    params: ofOwner,
    query: z.object(page),
    reply: z.array(MediaBan),
  }),
  addMediaBan: endpoint({
    method: 'POST',
    path: '/data/media/{userId}/bans',
    summary: 'Bans by a link of a video or channel, or by a name in one of the chats.',
    access: mayManage,
    once: true,
    params: ofOwner,
    body: z.object({
      kind: MediaBanKind,
      where: z.enum(['kick', 'twitch', 'discord', 'youtube', 'tiktok']),
      name: line(200),
    }),
    reply: sentence,
  }),
  removeMediaBan: endpoint({
    method: 'DELETE',
    path: '/data/media/{userId}/bans/{banId}',
    summary: 'Lifts a ban.',
    access: mayManage,
    params: ofOwner.extend({ banId: RowId }),
    reply: sentence,
  }),
  listFillers: endpoint({
    method: 'GET',
    path: '/data/media/{userId}/fillers',
    summary: 'What plays while nobody has requested anything.',
    access: mayManage,
    params: ofOwner,
    reply: z.array(FillerVideo),
  }),
  addFiller: endpoint({
    method: 'POST',
    path: '/data/media/{userId}/fillers',
    summary: 'Adds a video to what plays while nobody has requested anything.',
    access: onlySelf('userId'),
    once: true,
    params: ofOwner,
    body: Request.omit({ password: true }),
    reply: sentence,
  }),
  removeFiller: endpoint({
    method: 'DELETE',
    path: '/data/media/{userId}/fillers/{fillerId}',
    summary: 'Takes a video out of it.',
    access: onlySelf('userId'),
    params: ofOwner.extend({ fillerId: RowId }),
    reply: sentence,
  }),
  copyPlayerAddress: endpoint({
    method: 'GET',
    path: '/data/media/{userId}/player/address',
    summary: 'The address for OBS, to be copied without showing it.',
    access: onlySelf('userId'),
    params: ofOwner,
    reply: z.object({ url: z.string() }),
  }),
  renewPlayerAddress: endpoint({
    method: 'POST',
    path: '/data/media/{userId}/player/address',
    summary: 'Makes the address for OBS, or another one in its place: the old one stops at once.',
    access: onlySelf('userId'),
    once: true,
    params: ofOwner,
    reply: z.object({ url: z.string() }),
  }),
  getPublicRoom: endpoint({
    method: 'GET',
    path: '/data/media/rooms/{name}',
    summary: 'The queue as viewers see it.',
    access: anyone,
    params: ofRoom,
    reply: PublicMediaRoom,
  }),
  watchPublicRoom: endpoint({
    method: 'GET',
    path: '/data/media/rooms/{name}/live',
    summary: 'Says that the queue has changed.',
    access: anyone,
    params: ofRoom,
    reply: MediaChanged,
    answers: 'events',
  }),
  searchMedia: endpoint({
    method: 'POST',
    path: '/data/media/rooms/{name}/searches',
    summary: 'Videos for search words, at most three, that the caller may request here.',
    access: user,
    params: ofRoom,
    body: Request,
    reply: z.array(OfferedVideo),
  }),
  requestMedia: endpoint({
    method: 'POST',
    path: '/data/media/rooms/{name}/requests',
    summary: 'Requests a video; the sentence says its place, or that it waits for approval.',
    access: user,
    once: true,
    params: ofRoom,
    body: Request,
    reply: sentence,
  }),
  cancelMedia: endpoint({
    method: 'DELETE',
    path: '/data/media/rooms/{name}/requests/{itemId}',
    summary: 'Takes back an own request that does not play yet.',
    access: user,
    params: ofRoom.extend({ itemId: MediaItemId }),
    reply: sentence,
  }),
  voteToSkip: endpoint({
    method: 'POST',
    path: '/data/media/rooms/{name}/votes',
    summary: 'Votes to skip what plays, once each.',
    access: user,
    params: ofRoom,
    body: z.object({ itemId: MediaItemId }),
    reply: sentence,
  }),
  checkPlayer: endpoint({
    method: 'GET',
    path: '/data/media/player/{token}',
    summary: 'Succeeds if the address belongs to a media share. Otherwise 404.',
    access: anyone,
    params: byToken,
  }),
  watchPlayer: endpoint({
    method: 'GET',
    path: '/data/media/player/{token}/live',
    summary: 'What the source in OBS shows; every event is a whole snapshot.',
    access: anyone,
    params: byToken,
    query: z.object({ tab: RowId }),
    reply: PlayerSnapshot,
    answers: 'events',
  }),
  reportPlayer: endpoint({
    method: 'POST',
    path: '/data/media/player/{token}/reports',
    summary: 'What the source in OBS has played.',
    access: anyone,
    params: byToken,
    body: PlayerReport,
    reply: PlayerSnapshot,
  }),
  takeOverPlayer: endpoint({
    method: 'POST',
    path: '/data/media/player/{token}/lease',
    summary: 'Plays here; the source that played falls silent.',
    access: anyone,
    params: byToken,
    body: z.object({ tab: RowId }),
    reply: PlayerSnapshot,
  }),
} as const satisfies Home;
