import { z } from 'zod';
import {
  GuildMessageBody,
  MessagePreview,
  messageBodyParts,
  RandomMessage,
  SingleMessageBody,
} from '../message-editor/bodies.ts';
import { GuildMessageType, PreviewType, SingleMessageType } from '../message-editor/types.ts';
import { streamerBodies } from '../notifications/streamer-bodies.ts';
import { AuditLogKind, auditLogKinds, StreamerName } from '../notifications/streamer-settings.ts';
import { Platform } from '../platforms/platform.ts';
import { AutoLiveRoleBody, StatusRoleBody } from '../role-sync/bodies.ts';
import { StarboardPatch } from '../starboard/calls.ts';
import { manager } from '../wire/access.ts';
import { channelField } from '../wire/choices.ts';
import { isoDate, queryFlag, sentence } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { LeaderBoardType, leaderBoardTypes } from '../wire/enums.ts';
import { ChannelId, MessageId, RoleId, ServerId } from '../wire/ids.ts';
import { onVersion } from '../wire/record-version.ts';
import { GuildSettingsBody } from './calls.ts';

/**
 * Calls of `servers` that serve several features through a word in the path or query. The feature that owns the word
 * does the work.
 */
export const panels = ['sync', 'kickLeaderboard', 'statCounters', 'birthday'] as const;
export const Panel = z.enum(panels);
export type Panel = z.infer<typeof Panel>;

export const greetTypes = ['birthday', 'welcome', 'leave'] as const;
export const GreetType = z.enum(greetTypes);
export type GreetType = z.infer<typeof GreetType>;

/** The messages of tools that can be sent as a test. */
export const TestedType = z.enum([...greetTypes, 'starred']);
export type TestedType = z.infer<typeof TestedType>;

/** The tools whose pages list their last messages, by their names in the journal of deliveries. */
export const postingTools = ['welcome-leave', 'birthday', 'starboard', 'sticky-message', 'audit-log'] as const;
export const PostingTool = z.enum(postingTools);
export type PostingTool = z.infer<typeof PostingTool>;

/** One of the last messages of a tool. */
export const ToolPost = z
  .object({
    id: z.string(),
    /** The subject: `welcome`, `leave`, `birthday`, `panel`, `starred`, `sticky`, `audit-log` or `test`. */
    kind: z.string(),
    at: isoDate,
    channelId: ChannelId,
    /** Null if the channel has no such message. */
    messageId: MessageId.nullable(),
    /** The member in the message, if it is about one and their name is known. */
    name: z.string().nullable(),
    /** Why the message was not posted, in the caller's language. */
    problem: z.string().nullable(),
  })
  .meta({ id: 'ToolPost' });
export type ToolPost = z.infer<typeof ToolPost>;

export const kickbotTypes = ['clip', 'vod'] as const;
export const KickbotType = z.enum(kickbotTypes);
export type KickbotType = z.infer<typeof KickbotType>;

export const guildMessageLists = ['customMessages', 'singleMessages', 'randomMessages'] as const;
export const GuildMessageList = z.enum(guildMessageLists);
export type GuildMessageList = z.infer<typeof GuildMessageList>;

export const guildRoleLists = ['statusRoles', 'autoLiveRoles'] as const;
export const GuildRoleList = z.enum(guildRoleLists);
export type GuildRoleList = z.infer<typeof GuildRoleList>;

export const counterTypes = ['followers', 'liveUpdates', 'members'] as const;
export const CounterType = z.enum(counterTypes);
export type CounterType = z.infer<typeof CounterType>;

const onKick = z.literal('kick');
export const panelBodies = {
  sync: z.object({ platform: onKick, syncChannel: channelField('postsTo') }),
  kickLeaderboard: z.object({
    streamerUserName: StreamerName,
    leaderBoardChannelId: channelField('postsTo').optional(),
    leaderBoardTypes: z.array(LeaderBoardType).max(leaderBoardTypes.length).optional(),
  }),
  statCounters: z.object({
    platform: Platform,
    /** Counters for members need no streamer. */
    streamerUserName: StreamerName.optional(),
    types: z.array(CounterType).min(1).max(counterTypes.length),
  }),
  birthday: z.object({ birthdayChannelId: channelField('postsTo').optional() }),
} as const satisfies Record<Panel, z.ZodType>;

export const guildMessageBodies = {
  customMessages: GuildMessageBody,
  singleMessages: SingleMessageBody,
  randomMessages: RandomMessage,
} as const satisfies Record<GuildMessageList, z.ZodType>;

export const guildRoleBodies = {
  statusRoles: StatusRoleBody,
  autoLiveRoles: AutoLiveRoleBody,
} as const satisfies Record<GuildRoleList, z.ZodType>;

/** Unsaved settings and messages. An absent field has its saved value, and no message means the default one. */
export const MessageDraft = z
  .object({
    ...GuildSettingsBody.pick({
      welcomeChannelId: true,
      welcomeCard: true,
      welcomePing: true,
      leaveChannelId: true,
      leaveCard: true,
      cardBackground: true,
      cardPicture: true,
      birthdayChannelId: true,
      birthdayRoleId: true,
      birthdayPing: true,
    }).shape,
    message: z.object(messageBodyParts).nullish(),
    variants: RandomMessage.shape.messages.optional(),
    /** The board's settings for a `starred` draft. */
    starboard: StarboardPatch.pick({ channelId: true, emojiId: true, emojiName: true, threshold: true }).optional(),
    /** The streamer's log settings for a `chatLog` draft. */
    chatLog: z
      .object({ streamerUserName: StreamerName, kinds: z.array(AuditLogKind).max(auditLogKinds.length).nullable() })
      .optional(),
  })
  .meta({ id: 'MessageDraft' });
export type MessageDraft = z.infer<typeof MessageDraft>;

const panelFlags = {
  sync: 'BaseSyncableRoles',
  kickLeaderboard: 'RefreshingLeaderboard',
  statCounters: 'StatCounters',
  birthday: 'BirthdayNotifications',
} as const;
const inServer = z.object({ guildId: ServerId });
const messageQuery = z.object({
  type: GuildMessageList,
  subType: z.union([GuildMessageType, SingleMessageType]),
  ...onVersion,
});
const roleQuery = z.object({ type: GuildRoleList, roleId: RoleId, ...onVersion });
const roleFlags = {
  from: 'query',
  name: 'type',
  choices: { statusRoles: 'StatusRoles', autoLiveRoles: 'AutoStatusLiveRoles' },
} as const;

export const serverParts = {
  postPanel: endpoint({
    method: 'PUT',
    path: '/data/guild/{guildId}/panel/{panel}',
    summary: 'Posts a panel with buttons, or sets up channels that show numbers.',
    access: manager('guildId'),
    once: true,
    flagBy: { from: 'params', name: 'panel', choices: panelFlags },
    params: z.object({ guildId: ServerId, panel: Panel }),
    query: z.object({ dontPing: queryFlag.optional() }),
    body: z.union([panelBodies.sync, panelBodies.statCounters, panelBodies.kickLeaderboard, panelBodies.birthday]),
    bodyBy: { from: 'params', name: 'panel', choices: panelBodies },
    reply: sentence,
  }),
  testKickbot: endpoint({
    method: 'PUT',
    path: '/data/guild/{guildId}/kickbot/{type}',
    summary: 'Sends a test of a KickBot clip or recording. Changes in the body apply to the test only.',
    access: manager('guildId'),
    once: true,
    flagBy: { from: 'params', name: 'type', choices: { clip: 'KickClips', vod: 'AllowVodFeatures' } },
    params: z.object({ guildId: ServerId, type: KickbotType }),
    query: z.object({ streamerUserName: StreamerName }),
    body: streamerBodies.kick,
    reply: sentence,
  }),
  testGreeting: endpoint({
    method: 'PUT',
    path: '/data/guild/{guildId}/greet/{type}',
    summary: 'Sends a test greeting or starred message without a ping. Changes in the body apply to the test only.',
    access: manager('guildId'),
    once: true,
    flagBy: {
      from: 'params',
      name: 'type',
      choices: {
        birthday: 'BirthdayNotifications',
        welcome: 'WelcomeAndLeaveNotifications',
        leave: 'WelcomeAndLeaveNotifications',
        starred: 'Starboards',
      },
    },
    params: z.object({ guildId: ServerId, type: TestedType }),
    body: MessageDraft,
    reply: sentence,
  }),
  previewMessage: endpoint({
    method: 'PUT',
    path: '/data/guild/{guildId}/messages/{type}/preview',
    summary: "A preview of a server's message, with the changes in the body.",
    access: manager('guildId'),
    params: z.object({ guildId: ServerId, type: PreviewType }),
    body: MessageDraft,
    reply: MessagePreview,
  }),
  listPosts: endpoint({
    method: 'GET',
    path: '/data/guild/{guildId}/posts/{tool}',
    summary: 'The last ten messages of a tool, newest first.',
    access: manager('guildId'),
    params: z.object({ guildId: ServerId, tool: PostingTool }),
    reply: z.array(ToolPost),
  }),
  saveMessage: endpoint({
    method: 'PATCH',
    path: '/data/guild/{guildId}/messages',
    summary: 'Adds or replaces a text of the server: a message, its variants, or a plain line.',
    access: manager('guildId'),
    flag: 'AnyMessageEditor',
    params: inServer,
    query: messageQuery.partial({ subType: true }),
    body: z.union([GuildMessageBody, SingleMessageBody, RandomMessage]),
    bodyBy: { from: 'query', name: 'type', choices: guildMessageBodies },
    reply: sentence,
  }),
  removeMessage: endpoint({
    method: 'DELETE',
    path: '/data/guild/{guildId}/messages',
    summary: 'Removes a text of the server. The default applies again.',
    access: manager('guildId'),
    params: inServer,
    query: messageQuery,
    reply: sentence,
  }),
  saveRole: endpoint({
    method: 'PATCH',
    path: '/data/guild/{guildId}/roles',
    summary: 'Adds or replaces a status role or an auto-live role.',
    access: manager('guildId'),
    flagBy: roleFlags,
    params: inServer,
    query: roleQuery.partial({ roleId: true }),
    body: z.union([StatusRoleBody, AutoLiveRoleBody]),
    bodyBy: { from: 'query', name: 'type', choices: guildRoleBodies },
    reply: sentence,
  }),
  removeRole: endpoint({
    method: 'DELETE',
    path: '/data/guild/{guildId}/roles',
    summary: 'Removes a status role or an auto-live role.',
    access: manager('guildId'),
    params: inServer,
    query: roleQuery,
    reply: sentence,
  }),
} as const satisfies Home;
