import { z } from 'zod';
import { StreamerName } from '../notifications/streamer-settings.ts';
import { namesakeInQuery, namesakeInRow, Platform, platforms } from '../platforms/platform.ts';
import { manager, user } from '../wire/access.ts';
import { channelField, roleField } from '../wire/choices.ts';
import { isoDate, queryFlag, queryList, sentence } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { bodyOf, count, line, pathAddress, RowId } from '../wire/fields.ts';
import { ServerId } from '../wire/ids.ts';
import { onVersion, versioned } from '../wire/record-version.ts';

/** A channel as its platform describes it. */
export const PlatformChannel = z
  .object({
    platform: Platform,
    id: z.string(),
    name: z.string(),
    displayName: z.string(),
    avatarUrl: z.string().nullable(),
    followers: count.nullable(),
    url: z.string(),
    /** Null if currently unknown. */
    isLive: z.boolean().nullable(),
    ...namesakeInRow,
  })
  .meta({ id: 'PlatformChannel' });
export type PlatformChannel = z.infer<typeof PlatformChannel>;

/** The longest text that `searchChannels` accepts. A long link fits. */
export const longestSearch = 300;

/**
 * `late`: the platform did not answer in time. `down`: it does not answer at all. `usedUp`: this person has used up
 * today's look-ups there. `private`: only people approved by the creator may watch the channel with this name.
 */
export const lookUpStates = ['answered', 'late', 'down', 'usedUp', 'private'] as const;
export type LookUpState = (typeof lookUpStates)[number];

/** `isExact`: the text is the channel's name or link. Otherwise the name begins with the text or resembles it. */
export const CandidateChannel = PlatformChannel.extend({ isExact: z.boolean() }).meta({ id: 'CandidateChannel' });
export type CandidateChannel = z.infer<typeof CandidateChannel>;

const ChannelSearch = z
  .object({
    /** `nameless`: the link names no channel, such as one to a list. `notOurs`: the link leads to another site. */
    problem: z.enum(['nameless', 'notOurs']).nullable(),
    /** The likeliest channels come first. */
    channels: z.array(CandidateChannel),
    /** The platforms that were searched. */
    platforms: z.array(z.object({ platform: Platform, state: z.enum(lookUpStates) })),
  })
  .meta({ id: 'ChannelSearch' });
export type ChannelSearch = z.infer<typeof ChannelSearch>;

const CreatorChannel = z.object({
  platform: Platform,
  streamerUserName: StreamerName,
  ...namesakeInRow,
});

/** The most channels per creator, and the length of the longest name. */
export const creatorLimits = { channels: 10, name: 100 } as const;

/** Streamers on several platforms who are the same person. They share one message and one ping. */
export const Creator = z
  .object({
    creatorId: RowId,
    guildId: ServerId,
    name: line(creatorLimits.name),
    channels: z.array(CreatorChannel.extend({ displayName: z.string() })).max(creatorLimits.channels),
    /** The order of preference for the platform whose title and picture the message shows. */
    platformOrder: z.array(Platform).max(5),
    notificationChannelId: channelField('postsTo').nullable(),
    pingRoleId: roleField('pings').nullable(),
    createdAt: isoDate,
    ...versioned,
  })
  .meta({ id: 'Creator' });
export type Creator = z.infer<typeof Creator>;

const CreatorSettings = Creator.omit({ creatorId: true, guildId: true, createdAt: true, version: true }).extend({
  channels: z.array(bodyOf(CreatorChannel, 'platform', 'streamerUserName')).max(creatorLimits.channels),
});
export const CreatorBody = bodyOf(CreatorSettings, 'name', 'channels').meta({ id: 'CreatorBody' });
export type CreatorBody = z.infer<typeof CreatorBody>;
export const CreatorPatch = bodyOf(CreatorSettings).meta({ id: 'CreatorPatch' });
export type CreatorPatch = z.infer<typeof CreatorPatch>;

/** A URL contains slashes, but fits in a path when encoded. */
const NameOrAddress = pathAddress(300).meta({ examples: ['gamer_one'] });

const inServer = z.object({ guildId: ServerId });
const creatorAddress = z.object({ guildId: ServerId, creatorId: RowId });

export const creators = {
  findChannel: endpoint({
    method: 'GET',
    path: '/data/creators/{platform}/{name}',
    summary: 'Looks up a creator on a platform, by name or link.',
    access: user,
    params: z.object({ platform: Platform, name: NameOrAddress }),
    query: z.object(namesakeInQuery),
    reply: PlatformChannel,
  }),
  searchChannels: endpoint({
    method: 'GET',
    path: '/data/creators',
    summary: 'Channels on every platform that match a name, a part of it, or a link.',
    access: user,
    query: z.object({
      text: line(longestSearch),
      /** Limits the search to these platforms. */
      platforms: queryList(platforms).optional(),
      /** True to return only channels that we know already. This is fast, because no platform is called. */
      known: queryFlag.optional(),
      /** True if typing found nothing, so the search may use platforms where searches are scarce. */
      thorough: queryFlag.optional(),
    }),
    reply: ChannelSearch,
  }),
  listCreators: endpoint({
    method: 'GET',
    path: '/data/guild/{guildId}/creators',
    summary: "The server's creators on several platforms.",
    access: manager('guildId'),
    params: inServer,
    reply: z.array(Creator),
  }),
  addCreator: endpoint({
    method: 'POST',
    path: '/data/guild/{guildId}/creators',
    summary: 'Joins streamers of several platforms into one creator.',
    access: manager('guildId'),
    once: true,
    params: inServer,
    body: CreatorBody,
    reply: Creator,
  }),
  updateCreator: endpoint({
    method: 'PATCH',
    path: '/data/guild/{guildId}/creators/{creatorId}',
    summary: 'Changes a creator.',
    access: manager('guildId'),
    params: creatorAddress,
    query: z.object(onVersion),
    body: CreatorPatch,
    reply: sentence,
  }),
  removeCreator: endpoint({
    method: 'DELETE',
    path: '/data/guild/{guildId}/creators/{creatorId}',
    summary: 'Splits a creator. Its streamers are announced separately again.',
    access: manager('guildId'),
    params: creatorAddress,
    query: z.object(onVersion),
    reply: sentence,
  }),
} as const satisfies Home;
