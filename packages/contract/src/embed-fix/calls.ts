import { z } from 'zod';
import { anyone } from '../wire/access.ts';
import type { Home } from '../wire/endpoint.ts';
import { endpoint } from '../wire/endpoint.ts';

/** The size in pixels. Null if unknown. */
const Size = z.object({ width: z.int().positive(), height: z.int().positive() }).nullable();

/** The card that a chat shows below a link. */
export const LinkCard = z
  .object({
    fixedUrl: z.string(),
    /** False if chats cannot load this installation's address. */
    isReachable: z.boolean(),
    siteName: z.string(),
    author: z.string().nullable(),
    title: z.string(),
    description: z.string(),
    image: z.string().nullable(),
    imageSize: Size,
    /** True if the image is a scene of the stream or clip, which is shown large. A profile picture is shown small. */
    isScene: z.boolean(),
    /** A clip plays in the card once its video is ready. */
    video: z.string().nullable(),
    videoSize: Size,
  })
  .meta({ id: 'LinkCard' });
export type LinkCard = z.infer<typeof LinkCard>;

export const embedFix = {
  readLink: endpoint({
    method: 'GET',
    path: '/data/embeds/kick',
    summary: 'The link to use instead of a kick.com link, and its preview in chats.',
    access: anyone,
    query: z.object({ link: z.string().max(500) }),
    reply: LinkCard,
  }),
} as const satisfies Home;
