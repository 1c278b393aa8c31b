import { z } from 'zod';
import { StreamerName } from '../notifications/streamer-settings.ts';
import { emotePlatforms } from '../platforms/words.ts';
import { anyone } from '../wire/access.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { count, line, link } from '../wire/fields.ts';
import { emoteSizes, mostDownloaded } from './sizes.ts';

export const EmotePlatform = z.enum(emotePlatforms);
export type EmotePlatform = z.infer<typeof EmotePlatform>;

/** The origin of an emote: a platform, or a browser extension that viewers use. */
export const emoteSources = ['kick', 'twitch', '7tv', 'betterttv', 'frankerfacez'] as const;
export const EmoteSource = z.enum(emoteSources);
export type EmoteSource = z.infer<typeof EmoteSource>;

export const EmoteFormat = z.enum(['original', 'gif']);
export type EmoteFormat = z.infer<typeof EmoteFormat>;

export const Emote = z
  .object({
    id: z.string(),
    name: z.string(),
    animated: z.boolean(),
    subOnly: z.boolean(),
    /** True if chat draws it on top of the preceding emote. */
    zeroWidth: z.boolean().optional(),
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
        /** True for Kick's second global list, its own emojis. */
        isEmojis: z.boolean().optional(),
        /** True if the source does not answer right now. Its emotes are then unknown. */
        isUnavailable: z.boolean(),
        emotes: z.array(Emote),
      }),
    ),
  })
  .meta({ id: 'EmoteSets' });
export type EmoteSets = z.infer<typeof EmoteSets>;

/** An image to load. The service decides which hosts are allowed. */
export const PickedEmote = z.object({ name: line(100), url: link }).meta({ id: 'PickedEmote' });
export type PickedEmote = z.infer<typeof PickedEmote>;

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
      /** The size, if the source has several. The largest is the default. */
      size: z.enum(emoteSizes).optional(),
      /** `gif` converts animations from other formats. */
      format: EmoteFormat.optional(),
    }),
    answers: 'download',
  }),
} as const satisfies Home;
