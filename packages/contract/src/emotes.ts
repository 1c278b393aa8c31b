import { z } from 'zod';
import { anyone } from './access.ts';
import { emoteSizes, mostDownloaded } from './emote-sizes.ts';
import { endpoint, type Home } from './endpoint.ts';
import { count, line, link } from './fields.ts';
import { StreamerName } from './streamer-settings.ts';

export const emotePlatforms = ['kick', 'twitch'] as const;
export const EmotePlatform = z.enum(emotePlatforms);
export type EmotePlatform = z.infer<typeof EmotePlatform>;

/** Who keeps an emote: a platform, or one of those that viewers add to their browser. */
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
    /** In a chat it lies over the emote before it. */
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
        /** The second global list of Kick: its own emojis. */
        isEmojis: z.boolean().optional(),
        /** The source gives no answer right now, so that nobody knows what it has. */
        isUnavailable: z.boolean(),
        emotes: z.array(Emote),
      }),
    ),
  })
  .meta({ id: 'EmoteSets' });
export type EmoteSets = z.infer<typeof EmoteSets>;

/** An image to fetch; which hosts are fetched from is the service's business. */
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
      /** As far as the source keeps several; the largest where nothing is said. */
      size: z.enum(emoteSizes).optional(),
      /** `gif`: what moves in another format becomes one. */
      format: EmoteFormat.optional(),
    }),
    answers: 'download',
  }),
} as const satisfies Home;
