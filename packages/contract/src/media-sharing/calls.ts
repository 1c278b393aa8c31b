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

/** Actions on the player. `stop` is the emergency button: it ends the current video and pauses. */
export const playerActions = ['play', 'pause', 'skip', 'stop', 'clear'] as const;
/** Actions on a request. */
export const itemActions = ['approve', 'refuse', 'remove', 'playNext'] as const;

/** A link, or words to search for. */
const Request = z.object({ text: text(2000, 1), password: line(72).optional() });

const ofOwner = z.object({ userId: UserId });
const mayManage = helper('userId', 'ManageMediaShare');
const ofRoom = z.object({ name: pathName(100).meta({ examples: ['ada'] }) });
/** A secret of 256 bits that identifies the player. */
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
    summary: 'The media shares that the caller can manage, their own first.',
    access: user,
    reply: z.array(z.object({ userId: UserId, name: z.string(), avatar: z.string().nullable(), isOwn: z.boolean() })),
  }),
  getMediaRoom: endpoint({
    method: 'GET',
    path: '/data/media/{userId}',
    summary: 'The queue, the current video, requests to approve, and chats without access.',
    access: mayManage,
    params: ofOwner,
    reply: MediaRoom,
  }),
  watchMediaRoom: endpoint({
    method: 'GET',
    path: '/data/media/{userId}/live',
    summary: 'Events: the room changed, or the caller lost access.',
    access: mayManage,
    params: ofOwner,
    reply: MediaChanged,
    answers: 'events',
  }),
  listMediaHistory: endpoint({
    method: 'GET',
    path: '/data/media/{userId}/history',
    summary: 'Played, refused and failed requests of the last 30 days, newest first.',
    access: mayManage,
    params: ofOwner,
    query: z.object({ ...page, search: line(100).optional() }),
    reply: z.object({ items: z.array(MediaItem), nextCursor: z.string().nullable() }),
  }),
  submitMedia: endpoint({
    method: 'POST',
    path: '/data/media/{userId}/items',
    summary: 'Adds a video to the queue without approval.',
    access: mayManage,
    once: true,
    params: ofOwner,
    body: Request.omit({ password: true }),
    reply: sentence,
  }),
  actOnMedia: endpoint({
    method: 'PUT',
    path: '/data/media/{userId}/items/{itemId}/{action}',
    summary: 'Approves, refuses or removes a request, or plays it next. A repeat changes nothing.',
    access: mayManage,
    params: ofOwner.extend({ itemId: MediaItemId, action: z.enum(itemActions) }),
    /** The reason is for the sender of the refused request. `ban` also bans the sender, the video or its channel. */
    body: z.object({ reason: line(200).optional(), ban: MediaBanKind.optional() }),
    reply: sentence,
  }),
  moveMedia: endpoint({
    method: 'PUT',
    path: '/data/media/{userId}/items/{itemId}/place',
    summary: 'Moves a request before another one, or with null to the end.',
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
    /** Skips only while this item plays, so two quick presses skip only one item. */
    body: z.object({ itemId: MediaItemId.optional() }),
    reply: sentence,
  }),
  setMediaVolume: endpoint({
    method: 'PUT',
    path: '/data/media/{userId}/volume',
    summary: 'Sets the volume immediately.',
    access: mayManage,
    params: ofOwner,
    body: z.object({ volume: int(0, 100) }),
    reply: sentence,
  }),
  setMediaModes: endpoint({
    method: 'PUT',
    path: '/data/media/{userId}/modes',
    summary: 'Sets the rules for requests and approval.',
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
    summary: 'Bans a video or channel by link, or a person by name in a chat.',
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
    summary: 'The fallback playlist.',
    access: mayManage,
    params: ofOwner,
    reply: z.array(FillerVideo),
  }),
  addFiller: endpoint({
    method: 'POST',
    path: '/data/media/{userId}/fillers',
    summary: 'Adds a video to the fallback playlist.',
    access: onlySelf('userId'),
    once: true,
    params: ofOwner,
    body: Request.omit({ password: true }),
    reply: sentence,
  }),
  removeFiller: endpoint({
    method: 'DELETE',
    path: '/data/media/{userId}/fillers/{fillerId}',
    summary: 'Removes a video from the fallback playlist.',
    access: onlySelf('userId'),
    params: ofOwner.extend({ fillerId: RowId }),
    reply: sentence,
  }),
  copyPlayerAddress: endpoint({
    method: 'GET',
    path: '/data/media/{userId}/player/address',
    summary: 'The secret address for OBS, to copy without showing it.',
    access: onlySelf('userId'),
    params: ofOwner,
    reply: z.object({ url: z.string() }),
  }),
  renewPlayerAddress: endpoint({
    method: 'POST',
    path: '/data/media/{userId}/player/address',
    summary: 'Creates or replaces the address for OBS. The old one stops immediately.',
    access: onlySelf('userId'),
    once: true,
    params: ofOwner,
    reply: z.object({ url: z.string() }),
  }),
  getPublicRoom: endpoint({
    method: 'GET',
    path: '/data/media/rooms/{name}',
    summary: 'The queue for viewers.',
    access: anyone,
    params: ofRoom,
    reply: PublicMediaRoom,
  }),
  watchPublicRoom: endpoint({
    method: 'GET',
    path: '/data/media/rooms/{name}/live',
    summary: 'Events: the queue changed.',
    access: anyone,
    params: ofRoom,
    reply: MediaChanged,
    answers: 'events',
  }),
  searchMedia: endpoint({
    method: 'POST',
    path: '/data/media/rooms/{name}/searches',
    summary: 'Up to three videos for search words that the caller can request here.',
    access: user,
    params: ofRoom,
    body: Request,
    reply: z.array(OfferedVideo),
  }),
  requestMedia: endpoint({
    method: 'POST',
    path: '/data/media/rooms/{name}/requests',
    summary: 'Requests a video. The message names its place, or says that it waits for approval.',
    access: user,
    once: true,
    params: ofRoom,
    body: Request,
    reply: sentence,
  }),
  cancelMedia: endpoint({
    method: 'DELETE',
    path: '/data/media/rooms/{name}/requests/{itemId}',
    summary: "Withdraws the caller's own request before it plays.",
    access: user,
    params: ofRoom.extend({ itemId: MediaItemId }),
    reply: sentence,
  }),
  voteToSkip: endpoint({
    method: 'POST',
    path: '/data/media/rooms/{name}/votes',
    summary: 'Votes once to skip the current video.',
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
    summary: 'The state for the source in OBS. Every event is a full snapshot.',
    access: anyone,
    params: byToken,
    query: z.object({ tab: RowId }),
    reply: PlayerSnapshot,
    answers: 'events',
  }),
  reportPlayer: endpoint({
    method: 'POST',
    path: '/data/media/player/{token}/reports',
    summary: 'Reports videos that the source in OBS played.',
    access: anyone,
    params: byToken,
    body: PlayerReport,
    reply: PlayerSnapshot,
  }),
  takeOverPlayer: endpoint({
    method: 'POST',
    path: '/data/media/player/{token}/lease',
    summary: 'Takes over playback. The other source becomes silent.',
    access: anyone,
    params: byToken,
    body: z.object({ tab: RowId }),
    reply: PlayerSnapshot,
  }),
} as const satisfies Home;
