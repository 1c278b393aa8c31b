import { z } from 'zod';
import { manager } from './access.ts';
import { sentence } from './codecs.ts';
import { endpoint, type Home } from './endpoint.ts';
import { Filter } from './enums.ts';
import { bodyOf, int, line } from './fields.ts';
import { ChannelId, RoleId, ServerId } from './ids.ts';
import { roleList } from './role-bodies.ts';

const yes = z.boolean().nullable();

const StarboardFilter = z
  .object({
    channelMode: Filter.nullable(),
    channels: z.array(ChannelId).max(500),
    roleMode: Filter.nullable(),
    roles: roleList,
  })
  .meta({ id: 'StarboardFilter' });

/** A channel that collects the messages which people starred. One per channel. */
export const Starboard = z
  .object({
    guildId: ServerId,
    channelId: ChannelId,
    enabled: yes,
    allowBotMessages: yes,
    allowNsfw: yes,
    allowSelfStar: yes,
    deleteIfLost: yes,
    openThreadOnStar: yes,
    /** An emoji of the server; without one `emojiName` is a unicode emoji. */
    emojiId: line(20).nullable(),
    emojiName: line(64).nullable(),
    /** Null: 3. */
    threshold: int(1, 10_000).nullable(),
    /** With `deleteIfLost`: below this it goes. Null: the threshold. */
    removeThreshold: int(0, 10_000).nullable(),
    rewardRole: RoleId.nullable(),
    requireImage: yes,
    /** Messages younger or older than this are left alone. */
    minimumAgeMinutes: int(0, 525_600).nullable(),
    maximumAgeMinutes: int(1, 5_256_000).nullable(),
    filter: StarboardFilter.nullable(),
  })
  .meta({ id: 'Starboard' });
export type Starboard = z.infer<typeof Starboard>;

const StarboardSettings = Starboard.omit({ guildId: true }).extend({ filter: bodyOf(StarboardFilter).nullable() });
export const StarboardBody = bodyOf(StarboardSettings, 'channelId').meta({ id: 'StarboardBody' });
export type StarboardBody = z.infer<typeof StarboardBody>;
export const StarboardPatch = bodyOf(StarboardSettings).meta({ id: 'StarboardPatch' });
export type StarboardPatch = z.infer<typeof StarboardPatch>;

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
    body: StarboardPatch,
    reply: sentence,
  }),
  removeStarboard: endpoint({
    method: 'DELETE',
    path: '/data/starboards/{guildId}/{channelId}',
    summary: 'Ends a starboard; its messages stay.',
    access: manager('guildId'),
    params: address,
    reply: sentence,
  }),
} as const satisfies Home;
