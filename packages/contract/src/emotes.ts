import { z } from 'zod';
import { anyone, manager } from './access.ts';
import { queryFlag } from './codecs.ts';
import { endpoint, type Home } from './endpoint.ts';
import { count, line, link } from './fields.ts';
import { ServerId } from './ids.ts';
import { StreamerName } from './streamer-settings.ts';

export const emotePlatforms = ['kick', 'twitch'] as const;
export const EmotePlatform = z.enum(emotePlatforms);
export type EmotePlatform = z.infer<typeof EmotePlatform>;

/** Who keeps an emote: a platform, or one of those that viewers add to their browser. */
export const emoteSources = ['kick', 'twitch', '7tv', 'betterttv', 'frankerfacez'] as const;
export const EmoteSource = z.enum(emoteSources);
export type EmoteSource = z.infer<typeof EmoteSource>;

export const emoteSizes = ['small', 'medium', 'large'] as const;
export const EmoteFormat = z.enum(['original', 'gif']);
export type EmoteFormat = z.infer<typeof EmoteFormat>;
/** In one zip. */
export const mostDownloaded = 500;

export const Emote = z
  .object({
    id: z.string(),
    name: z.string(),
    animated: z.boolean(),
    subOnly: z.boolean(),
    url: z.string(),
    width: count.optional(),
    height: count.optional(),
  })
  .meta({ id: 'Emote' });
export type Emote = z.infer<typeof Emote>;

export const EmoteSets = z
  .object({
    username: z.string(),
    sets: z.array(
      z.object({
        name: z.string(),
        source: EmoteSource,
        of: z.enum(['channel', 'subscribers', 'global']),
        /** The source gives no answer right now, so that nobody knows what it has. */
        isUnavailable: z.boolean(),
        emotes: z.array(Emote),
      }),
    ),
  })
  .meta({ id: 'EmoteSets' });
export type EmoteSets = z.infer<typeof EmoteSets>;

/** An image to fetch; which hosts are fetched from is the service's business. */
const PickedEmote = z.object({ name: line(100), url: link }).meta({ id: 'PickedEmote' });
export type PickedEmote = z.infer<typeof PickedEmote>;

/** Lists arrive flat; clients that wrap them once more are understood. */
const picked = z.array(z.union([PickedEmote, z.array(PickedEmote).max(250)])).max(250);

const perKind = <S extends z.ZodType>(field: S) => z.object({ animated: field, normal: field });

export const ImportResult = z
  .object({
    canAdd: perKind(count),
    failed: perKind(z.array(z.string())),
    /** Spelt so on the wire. */
    succeded: perKind(z.array(z.string())),
  })
  .meta({ id: 'ImportResult' });
export type ImportResult = z.infer<typeof ImportResult>;

const address = z.object({ guildId: ServerId, platform: EmotePlatform, streamer: StreamerName });

export const emotes = {
  listEmotes: endpoint({
    method: 'GET',
    path: '/data/emotes/{platform}/{username}',
    summary: 'The emotes of a channel.',
    access: anyone,
    params: z.object({ platform: EmotePlatform, username: StreamerName }),
    reply: EmoteSets,
  }),
  previewEmote: endpoint({
    method: 'GET',
    path: '/data/emotes/{source}/{id}/preview',
    summary: 'A small picture of an emote: one frame, at most 64 pixels.',
    access: anyone,
    params: z.object({ source: EmoteSource, id: z.string().regex(/^\w{1,100}$/) }),
    answers: 'download',
    isPicture: true,
  }),
  downloadEmotes: endpoint({
    method: 'POST',
    path: '/data/emotes',
    summary: 'A zip with the chosen emotes.',
    access: anyone,
    body: z.object({
      platform: EmotePlatform,
      emotes: z.array(PickedEmote).min(1).max(mostDownloaded),
      /** As far as the source keeps several; the largest where nothing is said. */
      size: z.enum(emoteSizes).optional(),
      /** `gif`: what moves in another format becomes one. */
      format: EmoteFormat.optional(),
    }),
    answers: 'download',
  }),
  getImportOptions: endpoint({
    method: 'GET',
    path: '/data/guild/{guildId}/{platform}/{streamer}/emojis',
    summary: 'Free emoji places of a server and, if asked, the emotes of a channel.',
    access: manager('guildId'),
    params: address,
    query: z.object({ kickEmojis: queryFlag.optional() }),
    reply: z.object({
      canAdd: perKind(count),
      kickEmojis: z.array(z.object({ id: z.string(), name: z.string(), subOnly: z.boolean() })).nullable(),
      subRole: z.string().optional(),
    }),
  }),
  importEmotes: endpoint({
    method: 'POST',
    path: '/data/guild/{guildId}/{platform}/{streamer}/emojis',
    summary: 'Adds emotes of a channel to a server.',
    access: manager('guildId'),
    flag: 'ImportEmojis',
    params: address,
    body: z.object({ emojis: perKind(picked), lockToSubIfSet: z.boolean() }),
    reply: ImportResult,
  }),
} as const satisfies Home;
