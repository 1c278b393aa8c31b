import { z } from 'zod';
import { RestReason } from '../message-editor/bodies.ts';
import type { PremiumFlag } from '../premium/flags.ts';
import { roleList } from '../role-sync/bodies.ts';
import { manager } from '../wire/access.ts';
import { channelField, roleField } from '../wire/choices.ts';
import { sentence } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { Filter } from '../wire/enums.ts';
import { bodyOf, count, int, line } from '../wire/fields.ts';
import { ChannelId, ServerId } from '../wire/ids.ts';
import { onVersion, versioned } from '../wire/record-version.ts';

const yes = z.boolean().nullable();

const StarboardFilter = z
  .object({
    channelMode: Filter.nullable(),
    channels: z.array(channelField('asks')).max(500),
    roleMode: Filter.nullable(),
    roles: roleList('asks'),
  })
  .meta({ id: 'StarboardFilter' });

/** A channel that collects starred messages. A channel has at most one board. */
export const Starboard = z
  .object({
    guildId: ServerId,
    channelId: channelField('postsTo'),
    enabled: yes,
    allowBotMessages: yes,
    allowNsfw: yes,
    allowSelfStar: yes,
    deleteIfLost: yes,
    openThreadOnStar: yes,
    /** The id of a server's emoji. Without it, `emojiName` is a Unicode emoji. */
    emojiId: line(20).nullable(),
    emojiName: line(64).nullable(),
    /** Null means 3. */
    threshold: int(1, 10_000).nullable(),
    /** With `deleteIfLost`, the post is deleted below this number. Null means the threshold. */
    removeThreshold: int(0, 10_000).nullable(),
    rewardRole: roleField('gives').nullable(),
    requireImage: yes,
    /** Messages that are younger or older than this are ignored. */
    minimumAgeMinutes: int(0, 525_600).nullable(),
    maximumAgeMinutes: int(1, 5_256_000).nullable(),
    filter: StarboardFilter.nullable(),
    /** We set this, so it is dropped from a body. */
    pausedBy: RestReason.nullable(),
    /** How many posts the board has, and how many stars they have. */
    posts: count,
    stars: count,
    ...versioned,
  })
  .meta({ id: 'Starboard' });
export type Starboard = z.infer<typeof Starboard>;

const StarboardSettings = Starboard.omit({
  guildId: true,
  pausedBy: true,
  posts: true,
  stars: true,
  version: true,
}).extend({
  filter: bodyOf(StarboardFilter).nullable(),
});
export const StarboardBody = bodyOf(StarboardSettings, 'channelId').meta({ id: 'StarboardBody' });
export type StarboardBody = z.infer<typeof StarboardBody>;
export const StarboardPatch = bodyOf(StarboardSettings).meta({ id: 'StarboardPatch' });
export type StarboardPatch = z.infer<typeof StarboardPatch>;

/** The emoji and the number of stars if a board sets none. */
export const DEFAULT_STAR = '⭐';
export const DEFAULT_THRESHOLD = 3;

/** Returns the flags that a board needs besides `Starboards`. The dashboard marks its premium fields with them. */
export function flagsOfStarboard(board: Partial<StarboardPatch>): PremiumFlag[] {
  const { filter } = board;
  const isFiltered = Boolean((filter?.channels?.length ?? 0) + (filter?.roles?.length ?? 0));
  const isOtherEmoji = Boolean(board.emojiId) || !isDefaultStar(board.emojiName);
  const hasAges = typeof board.minimumAgeMinutes === 'number' || typeof board.maximumAgeMinutes === 'number';
  return [
    ...(isFiltered || isOtherEmoji || hasAges || board.requireImage ? (['CustomStarboards'] as const) : []),
    ...(board.openThreadOnStar ? (['AutoThreadOnStarboard'] as const) : []),
    ...(board.rewardRole ? (['StarboardRewardRole'] as const) : []),
  ];
}

/** Some keyboards add an invisible character that selects the color image. */
export const plainEmoji = (name: string): string => name.replaceAll('\ufe0f', '');

const isDefaultStar = (name: string | null | undefined): boolean => !name || plainEmoji(name) === DEFAULT_STAR;

const inServer = z.object({ guildId: ServerId });
const address = z.object({ guildId: ServerId, channelId: ChannelId });

export const starboard = {
  listStarboards: endpoint({
    method: 'GET',
    path: '/data/starboards/{guildId}',
    summary: 'The starboards of a server.',
    access: manager('guildId'),
    params: inServer,
    reply: z.array(Starboard),
  }),
  addStarboard: endpoint({
    method: 'POST',
    path: '/data/starboards/{guildId}',
    summary: 'Makes a channel a starboard.',
    access: manager('guildId'),
    once: true,
    flag: 'Starboards',
    params: inServer,
    body: StarboardBody,
    reply: sentence,
  }),
  updateStarboard: endpoint({
    method: 'PATCH',
    path: '/data/starboards/{guildId}/{channelId}',
    summary: 'Changes a starboard, or moves it to another channel.',
    access: manager('guildId'),
    flag: 'Starboards',
    params: address,
    query: z.object(onVersion),
    body: StarboardPatch,
    reply: sentence,
  }),
  removeStarboard: endpoint({
    method: 'DELETE',
    path: '/data/starboards/{guildId}/{channelId}',
    summary: 'Ends a starboard. Its messages stay.',
    access: manager('guildId'),
    params: address,
    query: z.object(onVersion),
    reply: sentence,
  }),
} as const satisfies Home;
