import { z } from 'zod';
import { MessagePreview, messageBodyParts } from '../message-editor/bodies.ts';
import { StreamerMessageType } from '../message-editor/types.ts';
import { namesakeInQuery, Platform, platformFlags } from '../platforms/platform.ts';
import { manager } from '../wire/access.ts';
import { page, queryFlag, queryList, sentence } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { LeaderBoardType } from '../wire/enums.ts';
import { count } from '../wire/fields.ts';
import { RoleId, ServerId } from '../wire/ids.ts';
import { onVersion } from '../wire/record-version.ts';
import { deliveryKinds, deliveryOutcomes, JournalChanged, JournalRow } from './journal.ts';
import { streamerBodies } from './streamer-bodies.ts';
import { GiftedSubRole, LeaderBoardSyncRole, StreamerName } from './streamer-settings.ts';
import { LiveStreamer, ShortStreamer, Streamer, StreamerInDetail } from './streamers.ts';

/** What a test notification simulates. */
export const testKinds = ['live', 'video'] as const;
export const TestKind = z.enum(testKinds);

/** A streamer's lists that are changed item by item. The query spells it `leaderboard`, the field `leaderBoard`. */
export const streamerArrays = ['customMessages', 'leaderboardSyncRoles', 'giftedSubRoles'] as const;
export const StreamerArray = z.enum(streamerArrays);

const inServer = z.object({ guildId: ServerId });
const onPlatform = z.object({ guildId: ServerId, platform: Platform });
export const streamerAddress = z.object({ guildId: ServerId, platform: Platform, streamer: StreamerName });
const streamerQuery = z.object(namesakeInQuery);
const changeQuery = z.object({ ...namesakeInQuery, ...onVersion });

const anyStreamerBody = z.union(Object.values(streamerBodies));
const bodyByPlatform = { from: 'params', name: 'platform', choices: streamerBodies } as const;
const flagByPlatform = { from: 'params', name: 'platform', choices: platformFlags } as const;

/** The service checks the message type against the streamer's platform. */
const anyStreamerMessage = z.object({ type: StreamerMessageType, ...messageBodyParts });
const arrayItems = {
  customMessages: anyStreamerMessage.meta({ id: 'StreamerMessageBody' }),
  leaderboardSyncRoles: LeaderBoardSyncRole,
  giftedSubRoles: GiftedSubRole,
} as const;
const arrayQuery = z.object({
  type: StreamerArray,
  /** A message type, a leaderboard's period, or a role. */
  subTypeOrId: z.union([StreamerMessageType, LeaderBoardType, RoleId]),
  ...namesakeInQuery,
  ...onVersion,
});

const StreamerList = z
  .object({
    /** False while this installation cannot watch the platform. No streamers can then be added. */
    isAvailable: z.boolean(),
    /** True if most calls to the platform fail for minutes. Posts may be late, but no stream ends because of it. */
    isDegraded: z.boolean(),
    /** The platform's capabilities in this installation, which may have switched one off. */
    capabilities: z.object({ clips: z.boolean(), vods: z.boolean(), followers: z.boolean(), auditLog: z.boolean() }),
    currentTotal: count,
    maxLimit: count,
    premium: z.object({ tierId: z.string(), tierName: z.string() }),
    streamers: z.array(z.union([Streamer, ShortStreamer])),
    nextCursor: z.string().nullish(),
  })
  .meta({ id: 'StreamerList' });
export type StreamerList = z.infer<typeof StreamerList>;

export const notifications = {
  listStreamers: endpoint({
    method: 'GET',
    path: '/data/guild/{guildId}/{platform}',
    summary: 'The streamers on one platform that a server follows.',
    access: manager('guildId'),
    params: onPlatform,
    query: z.object({ short: queryFlag.optional(), ...page }),
    reply: StreamerList,
  }),
  listLive: endpoint({
    method: 'GET',
    path: '/data/guild/{guildId}/live',
    summary: 'The followed streamers who are live, on every platform.',
    access: manager('guildId'),
    params: inServer,
    reply: z.array(LiveStreamer),
  }),
  getStreamer: endpoint({
    method: 'GET',
    path: '/data/guild/{guildId}/{platform}/{streamer}',
    summary: 'One streamer with all settings of the server.',
    access: manager('guildId'),
    params: streamerAddress,
    query: streamerQuery,
    reply: StreamerInDetail,
  }),
  addStreamer: endpoint({
    method: 'POST',
    path: '/data/guild/{guildId}/{platform}/{streamer}',
    summary: 'Follows a creator.',
    access: manager('guildId'),
    once: true,
    flagBy: flagByPlatform,
    params: streamerAddress,
    query: streamerQuery,
    body: anyStreamerBody,
    bodyBy: bodyByPlatform,
    reply: Streamer,
  }),
  updateStreamer: endpoint({
    method: 'PATCH',
    path: '/data/guild/{guildId}/{platform}/{streamer}',
    summary: "Changes a streamer's settings.",
    access: manager('guildId'),
    params: streamerAddress,
    query: changeQuery,
    body: anyStreamerBody,
    bodyBy: bodyByPlatform,
    reply: sentence,
  }),
  removeStreamer: endpoint({
    method: 'DELETE',
    path: '/data/guild/{guildId}/{platform}/{streamer}',
    summary: 'Stops following a streamer.',
    access: manager('guildId'),
    params: streamerAddress,
    query: changeQuery,
    reply: sentence,
  }),
  sendTest: endpoint({
    method: 'PUT',
    path: '/data/guild/{guildId}/{platform}/{streamer}',
    summary: 'Sends a test notification without a ping. Changes in the body apply to the test only.',
    access: manager('guildId'),
    once: true,
    params: streamerAddress,
    /** The streamer's message to send. Without `message`, it is the one for streams or for videos. */
    query: z.object({ subType: TestKind.optional(), message: StreamerMessageType.optional(), ...namesakeInQuery }),
    body: anyStreamerBody,
    bodyBy: bodyByPlatform,
    reply: sentence,
  }),
  // PUT instead of POST: a repeat does no harm, and answers to a POST are stored for repeats.
  previewMessage: endpoint({
    method: 'PUT',
    path: '/data/guild/{guildId}/{platform}/{streamer}/preview',
    summary: "A preview of a streamer's message, with the changes in the body.",
    access: manager('guildId'),
    params: streamerAddress,
    query: z.object({ message: StreamerMessageType, ...namesakeInQuery }),
    body: anyStreamerBody,
    bodyBy: bodyByPlatform,
    reply: MessagePreview,
  }),
  saveArrayItem: endpoint({
    method: 'PATCH',
    path: '/data/guild/{guildId}/{platform}/{streamer}/updateArray',
    summary: 'Adds or replaces a message, leaderboard role set or gifted-sub role of a streamer.',
    access: manager('guildId'),
    flagBy: {
      from: 'query',
      name: 'type',
      choices: { customMessages: 'SwitchStreamerAndGuildEmbeds', leaderboardSyncRoles: 'LeaderBoardSyncRoles' },
    },
    params: streamerAddress,
    query: arrayQuery,
    body: z.union([arrayItems.customMessages, arrayItems.leaderboardSyncRoles, arrayItems.giftedSubRoles]),
    bodyBy: { from: 'query', name: 'type', choices: arrayItems },
    reply: sentence,
  }),
  removeArrayItem: endpoint({
    method: 'DELETE',
    path: '/data/guild/{guildId}/{platform}/{streamer}/deleteArray',
    summary: 'Removes a message, leaderboard role set or gifted-sub role of a streamer.',
    access: manager('guildId'),
    params: streamerAddress,
    query: arrayQuery,
    reply: sentence,
  }),
  listJournal: endpoint({
    method: 'GET',
    path: '/data/guild/{guildId}/journal',
    summary: 'Every message, sent or not, with its outcome, newest first.',
    access: manager('guildId'),
    params: inServer,
    query: z.object({
      platform: Platform.optional(),
      streamer: StreamerName.optional(),
      ...namesakeInQuery,
      kinds: queryList(deliveryKinds).optional(),
      outcomes: queryList([...deliveryOutcomes, 'underway']).optional(),
      ...page,
    }),
    reply: z.object({ rows: z.array(JournalRow), nextCursor: z.string().nullable() }),
  }),
  postNow: endpoint({
    method: 'PUT',
    path: '/data/guild/{guildId}/journal/{deliveryId}',
    summary: 'Posts a blocked announcement of a live stream, or a digest. A repeat does nothing.',
    access: manager('guildId'),
    once: true,
    params: z.object({ guildId: ServerId, deliveryId: z.uuid() }),
    reply: sentence,
  }),
  watchJournal: endpoint({
    method: 'GET',
    path: '/data/guild/{guildId}/journal/live',
    summary: 'Events, at most one a second: the journal or the followed streamers changed.',
    access: manager('guildId'),
    params: inServer,
    reply: JournalChanged,
    answers: 'events',
  }),
} as const satisfies Home;
