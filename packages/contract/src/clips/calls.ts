import { z } from 'zod';
import { anyone } from '../wire/access.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { count } from '../wire/fields.ts';

/**
 * `ready`: at least one URL works. `notYet`: the platform has not created its file yet. `notAllowed`: the streamer does
 * not allow downloads. `gone`: the platform has deleted it. `down`: the platform does not answer.
 */
export const clipStates = ['ready', 'notYet', 'notAllowed', 'gone', 'down'] as const;

/** The page of a clip that was posted in a server. */
export const ClipPage = z
  .object({
    streamer: z.string(),
    title: z.string().nullable(),
    clipper: z.string().nullable(),
    /** The clip's page on the platform. */
    url: z.string(),
    thumbnailUrl: z.string().nullable(),
    durationSeconds: count.nullable(),
    state: z.enum(clipStates),
    /** Both URLs are valid for a limited time. */
    landscapeUrl: z.string().nullable(),
    portraitUrl: z.string().nullable(),
  })
  .meta({ id: 'ClipPage' });
export type ClipPage = z.infer<typeof ClipPage>;

/** Twitch's ids are words. Newer ones end with a dash and more letters. */
export const ClipId = z.string().regex(/^[\w-]{1,100}$/);

export const clips = {
  showClip: endpoint({
    method: 'GET',
    path: '/data/clips/{platform}/{clipId}',
    summary: 'A posted clip, with its download address if its streamer allows it.',
    access: anyone,
    params: z.object({ platform: z.literal('twitch'), clipId: ClipId }),
    reply: ClipPage,
  }),
} as const satisfies Home;
