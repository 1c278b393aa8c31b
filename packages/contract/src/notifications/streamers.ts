import { z } from 'zod';
import { messageParts } from '../message-editor/bodies.ts';
import { type Merged, merged, type Part } from '../platforms/parts.ts';
import { Namesake, Platform } from '../platforms/platform.ts';
import { perPlatform, streamerMessageTypesOf, wireWord } from '../platforms/words.ts';
import { isoDate } from '../wire/codecs.ts';
import { ChannelId, MessageId, RoleId, ServerId, UserId } from '../wire/ids.ts';
import { versioned } from '../wire/record-version.ts';
import { PauseReason, settingsOf } from './streamer-settings.ts';

/** The channel's id on its platform. We look it up, so it is dropped from a body. */
const outsideId = z.string().nullable();
const channel = ChannelId.nullable();

const CurrentlyLive = z
  .object({
    startedAt: isoDate,
    messageId: MessageId.nullable(),
    channelId: ChannelId.nullable(),
    correct: z.boolean().nullable(),
  })
  .meta({ id: 'CurrentlyLive' });

/** The facts that every row has besides its settings. */
const commonFacts = {
  streamerUserName: z.string(),
  guildId: ServerId,
  streamerId: outsideId,
  displayName: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  usersWhoHaveLiveRole: z.array(UserId),
  lastLive: isoDate.nullable(),
  isCurrentlyLive: CurrentlyLive.nullable(),
  pauseReason: PauseReason.nullable(),
  ...versioned,
} as const;

const statsChannel = z.object({ isLive: channel });

/** Facts that only some platforms have. Each platform's `about.ts` lists its own. */
const factParts = {
  chatRoom: { chatRoomId: outsideId },
  leaderboard: {
    leaderBoardMessageId: MessageId.nullable(),
    usersWhoHaveRole: z.array(z.object({ roleId: RoleId, userIds: z.array(UserId) })),
  },
  namesake: { type: Namesake },
  videos: { lastVideo: isoDate.nullable() },
  stats: { statsChannelIds: statsChannel.nullable() },
  statsWithFollowers: { statsChannelIds: statsChannel.extend({ followers: channel }).nullable() },
} as const;

const factsOf = perPlatform((_, { streamer }) => merged(factParts, streamer.facts)) as {
  readonly [P in Platform]: Merged<Part<typeof factParts, P, 'facts'>>;
};

const streamerOf = <P extends Platform>(platform: P) =>
  z.object({
    platform: z.literal(platform),
    ...commonFacts,
    ...settingsOf[platform],
    customMessages: z.array(z.object({ type: z.enum(streamerMessageTypesOf[platform]), ...messageParts })),
    ...factsOf[platform],
  });
type StreamerSchema = { [P in Platform]: ReturnType<typeof streamerOf<P>> }[Platform];

/** The people who get the live role, with names for the form. */
const namedPeople = { usersForLiveRole: z.array(z.object({ id: UserId, name: z.string() })) };
const detailOf = (platform: Platform) => z.object({ ...streamerOf(platform).shape, ...namedPeople });
type InDetail<S> =
  S extends z.ZodObject<infer Shape> ? z.ZodObject<Omit<Shape, keyof typeof namedPeople> & typeof namedPeople> : never;
type DetailSchema = InDetail<StreamerSchema>;

const ofEach = <T>(schemaOf: (platform: Platform) => unknown): [T, ...T[]] =>
  Object.values(perPlatform(schemaOf)) as [T, ...T[]];

/** A creator that a server follows, with the server's settings. We set `platform`, and old clients ignore it. */
export const Streamer = z.discriminatedUnion(
  'platform',
  ofEach<StreamerSchema>((platform) => streamerOf(platform).meta({ id: `${wireWord(platform)}Streamer` })),
);
export type Streamer = z.infer<typeof Streamer>;

/** One creator in detail, with people's names for the form. */
export const StreamerInDetail = z.discriminatedUnion('platform', ofEach<DetailSchema>(detailOf));
export type StreamerInDetail = z.infer<typeof StreamerInDetail>;

/** The short form of a streamer, for the list that many pages need. */
export const ShortStreamer = z
  .object({
    platform: Platform,
    guildId: ServerId,
    streamerUserName: z.string(),
    displayName: z.string().nullable(),
    streamerId: outsideId,
    chatRoomId: outsideId.optional(),
    type: Namesake.optional(),
  })
  .meta({ id: 'ShortStreamer' });
export type ShortStreamer = z.infer<typeof ShortStreamer>;

/** A followed creator who is live, with the fields of a list. */
export const LiveStreamer = z
  .object({
    platform: Platform,
    guildId: ServerId,
    streamerUserName: z.string(),
    displayName: z.string().nullable(),
    streamerId: outsideId,
    avatarUrl: z.string().nullable(),
    type: Namesake.optional(),
    startedAt: isoDate,
    /** A stopped delivery that `postNow` could post now. */
    stoppedDelivery: z.string().nullable(),
  })
  .meta({ id: 'LiveStreamer' });
export type LiveStreamer = z.infer<typeof LiveStreamer>;
