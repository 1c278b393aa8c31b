import { z } from 'zod';
import { PlatformChannel } from '../creators/calls.ts';
import { namesakeInQuery, Platform } from '../platforms/platform.ts';
import { manager } from '../wire/access.ts';
import { channelField, roleField } from '../wire/choices.ts';
import { isoDate, sentence } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { count, line, RowId, text } from '../wire/fields.ts';
import { ChannelId, MessageId, ServerId, UserId } from '../wire/ids.ts';
import { fileCalls } from './file-calls.ts';
import { moveLimits, postedKinds } from './limits.ts';

/** `reading`: we read posts or wait for platforms. `ready`: all platforms have answered. `done` can be undone. */
export const moveStates = ['reading', 'ready', 'done', 'undone'] as const;
export type MoveState = (typeof moveStates)[number];

export const moveKinds = ['list', 'posts', 'file'] as const;

/** `waiting`: the platform was not called yet. `unsure`: a person has to choose the channel. */
export const candidateStates = ['found', 'unsure', 'overLimit', 'followed', 'notFound', 'waiting'] as const;
export type CandidateState = (typeof candidateStates)[number];

/**
 * Why a candidate is unsure or was not found. `noPlatform`: a name without a link. `several`: a user and a channel
 * share the name. `private`: only people approved by the creator may watch the channel. `off`: this installation does
 * not watch the platform. `usedUp`: this list has used up its look-ups on the platform. Reasons for posts: `fewPosts`:
 * one post by an unknown sender. `list`: only posts that name many creators. `answer`: only answers to commands.
 * `noLink`: posts with the name but no link.
 */
export const candidateReasons = [
  'noPlatform',
  'several',
  'private',
  'off',
  'usedUp',
  'fewPosts',
  'list',
  'answer',
  'noLink',
] as const;
export type CandidateReason = (typeof candidateReasons)[number];

/**
 * `nameless`: a link to a video or list that does not name its owner. `notOurs`: a link to another site. `twice`:
 * another line names the same channel. `tooMany`: the list is too long. `unreadable`: neither a name nor a link.
 * `historyHidden`: a channel that the bot may no longer read. `contentHidden`: a channel whose messages Discord hides.
 */
export const leftOutReasons = [
  ...(['nameless', 'notOurs', 'twice', 'tooMany', 'unreadable'] as const),
  ...(['historyHidden', 'contentHidden'] as const),
];
export type LeftOutReason = (typeof leftOutReasons)[number];

/** A creator that a move may follow. */
export const Candidate = z
  .object({
    candidateId: RowId,
    state: z.enum(candidateStates),
    reason: z.enum(candidateReasons).nullable(),
    /** The text that names the creator, as written. */
    wrote: z.string(),
    platform: Platform.nullable(),
    channel: PlatformChannel.nullable(),
    isTaken: z.boolean(),
    /** The kind of posts about it. Null if the platform has only one kind, or if the posts do not show the kind. */
    kind: z.enum(postedKinds).nullable(),
    channelId: channelField('postsTo').nullable(),
    pingRoleId: roleField('pings').nullable(),
    /** How many posts of other bots announce the creator. */
    posts: count,
    lastPostAt: isoDate.nullable(),
    /** The bot that sent most of these posts. */
    botUserId: UserId.nullable(),
    botName: z.string().nullable(),
    /** The newest post that announces the creator. */
    example: z.object({ channelId: ChannelId, messageId: MessageId }).nullable(),
  })
  .meta({ id: 'MoveCandidate' });
export type Candidate = z.infer<typeof Candidate>;

/** `notAnswered`: the platform did not report whether the channel is live. A second call tries again. */
export const skipReasons = ['alreadyFollowed', 'planLimit', 'notAnswered', 'refused'] as const;
export type SkipReason = (typeof skipReasons)[number];

export const MoveOutcome = z
  .object({
    added: count,
    skipped: z.array(z.object({ candidateId: RowId, reason: z.enum(skipReasons) })),
  })
  .meta({ id: 'MoveOutcome' });
export type MoveOutcome = z.infer<typeof MoveOutcome>;

export const Move = z
  .object({
    moveId: RowId,
    kind: z.enum(moveKinds),
    state: z.enum(moveStates),
    /** Posts are read first. Their creators are then looked up, like those of a list. */
    progress: z.object({ what: z.enum(['messages', 'creators']), read: count, of: count }),
    limits: z.record(Platform, z.object({ used: count, max: count })),
    /** Order: found candidates, unsure ones, those over the limit, followed ones, then those not found. */
    candidates: z.array(Candidate),
    leftOut: z.array(z.object({ line: count, wrote: z.string(), reason: z.enum(leftOutReasons) })),
    /** The result of following the selected creators. Null before the first attempt. */
    outcome: MoveOutcome.nullable(),
    createdAt: isoDate,
    expiresAt: isoDate,
  })
  .meta({ id: 'Move' });
export type Move = z.infer<typeof Move>;

const CandidateChange = z.object({
  candidateId: RowId,
  isTaken: z.boolean().optional(),
  kind: z.enum(postedKinds).optional(),
  /** The platform on which the name is looked up. */
  platform: Platform.optional(),
  /** Another name or link to look up instead. */
  streamerUserName: line(300).optional(),
  ...namesakeInQuery,
  channelId: channelField('postsTo').nullable().optional(),
  pingRoleId: roleField('pings').nullable().optional(),
});
export const MovePatch = z
  .object({ candidates: z.array(CandidateChange).max(moveLimits.candidates) })
  .meta({ id: 'MovePatch' });
export type MovePatch = z.infer<typeof MovePatch>;

/** The channels in which we can read other bots' posts. */
export const PostChannels = z
  .object({
    /** `contentHidden`: Discord hides other people's messages from this bot. */
    problem: z.enum(['contentHidden']).nullable(),
    /** The page where the installation's owner can change this. Null for everyone else. */
    portalUrl: z.string().nullable(),
    /** `posts` is how many of the newest posts by other bots announce a creator. */
    channels: z.array(z.object({ channelId: ChannelId, canRead: z.boolean(), posts: count })),
  })
  .meta({ id: 'MovePostChannels' });
export type PostChannels = z.infer<typeof PostChannels>;

/** With `whenGone`, streamers wait until the bot `goneUserId` leaves the server. Without a body, they start now. */
export const MoveStart = z
  .object({ start: z.enum(['now', 'whenGone']).optional(), goneUserId: UserId.optional() })
  .meta({ id: 'MoveStart' });
export type MoveStart = z.infer<typeof MoveStart>;

/** Another bot in a server. `waiting` is how many streamers start when it leaves. */
export const OtherBot = z.object({ userId: UserId, name: z.string(), waiting: count }).meta({ id: 'OtherBot' });
export type OtherBot = z.infer<typeof OtherBot>;

const inServer = z.object({ guildId: ServerId });
const ofMove = z.object({ guildId: ServerId, moveId: RowId });
const moves = '/data/guild/{guildId}/moving';

export const moving = {
  ...fileCalls,
  listMoves: endpoint({
    method: 'GET',
    path: moves,
    summary: 'The lists that the caller has moved into a server, the newest first. They are kept for a day.',
    access: manager('guildId'),
    params: inServer,
    reply: z.array(
      Move.pick({ moveId: true, kind: true, state: true, outcome: true, createdAt: true, expiresAt: true }),
    ),
  }),
  listOtherBots: endpoint({
    method: 'GET',
    path: '/data/guild/{guildId}/bots',
    summary: 'The other bots of a server that have a role of their own, and those that streamers wait for.',
    access: manager('guildId'),
    params: inServer,
    reply: z.array(OtherBot),
  }),
  readList: endpoint({
    method: 'POST',
    path: `${moves}/list`,
    summary: 'Reads a list of creators: names, links, CSV, OPML or JSON. Replaces the caller’s open list.',
    access: manager('guildId'),
    params: inServer,
    body: z.object({
      text: text(moveLimits.letters, 1),
      /** The platform for names without a link. If absent, a person chooses it later. */
      platform: Platform.optional(),
    }),
    reply: Move,
    // A letter takes up to three bytes, or up to six when escaped.
    maxBodyBytes: 4 * moveLimits.letters,
  }),
  listPostChannels: endpoint({
    method: 'GET',
    path: `${moves}/posts/channels`,
    summary: 'The channels of a server, and in which of them other bots announce creators.',
    access: manager('guildId'),
    params: inServer,
    reply: PostChannels,
  }),
  readPosts: endpoint({
    method: 'POST',
    path: `${moves}/posts`,
    summary: 'Reads the creators that other bots announce in some channels. Replaces the caller’s open list.',
    access: manager('guildId'),
    params: inServer,
    body: z.object({
      channelIds: z.array(channelField('asks')).min(1).max(moveLimits.channels),
      /** How many messages are read in each channel. */
      depth: z.number().int().min(moveLimits.depths[0]).max(moveLimits.depths[2]).default(moveLimits.depths[1]),
    }),
    reply: Move,
  }),
  getMove: endpoint({
    method: 'GET',
    path: `${moves}/{moveId}`,
    summary: 'A list, and what the platforms say of its creators.',
    access: manager('guildId'),
    params: ofMove,
    reply: Move,
  }),
  changeMove: endpoint({
    method: 'PATCH',
    path: `${moves}/{moveId}`,
    summary: 'Chooses creators of a list, where they are posted, and what unclear names mean.',
    access: manager('guildId'),
    params: ofMove,
    body: MovePatch,
    reply: Move,
    maxBodyBytes: moveLimits.letters,
  }),
  applyMove: endpoint({
    method: 'PUT',
    path: `${moves}/{moveId}/apply`,
    summary: 'Follows the chosen creators of a list. A second call returns the same answer.',
    access: manager('guildId'),
    params: ofMove,
    body: MoveStart,
    reply: MoveOutcome,
  }),
  removeMove: endpoint({
    method: 'DELETE',
    path: `${moves}/{moveId}`,
    summary:
      'Deletes a list that is still open. Otherwise removes the streamers that it added, unless they were changed since.',
    access: manager('guildId'),
    params: ofMove,
    reply: sentence,
  }),
} as const satisfies Home;
