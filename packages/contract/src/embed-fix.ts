import { z } from 'zod';
import { anyone } from './access.ts';
import type { Home } from './endpoint.ts';
import { endpoint } from './endpoint.ts';

/** In pixels, where it is known. */
const Size = z.object({ width: z.int().positive(), height: z.int().positive() }).nullable();

/** What a chat shows below a link. */
export const LinkCard = z
  .object({
    fixedUrl: z.string(),
    /** False: this installation has an address that chats cannot load. */
    isReachable: z.boolean(),
    siteName: z.string(),
    author: z.string().nullable(),
    title: z.string(),
    description: z.string(),
    image: z.string().nullable(),
    imageSize: Size,
    /** A scene of the stream or clip is shown large, a profile picture small. */
    isScene: z.boolean(),
    /** A clip plays where it stands once its video is made. */
    video: z.string().nullable(),
    videoSize: Size,
  })
  .meta({ id: 'LinkCard' });
export type LinkCard = z.infer<typeof LinkCard>;

export const embedFix = {
  readLink: endpoint({
    method: 'GET',
    path: '/data/embeds/kick',
    summary: 'The link to use instead of one to kick.com, and what chats show below it.',
    access: anyone,
    query: z.object({ link: z.string().max(500) }),
    reply: LinkCard,
  }),
} as const satisfies Home;
