import { z } from 'zod';
import { anyone } from './access.ts';
import type { Home } from './endpoint.ts';
import { endpoint } from './endpoint.ts';

/** What a chat shows below a link. */
export const LinkCard = z
  .object({
    fixedUrl: z.string(),
    siteName: z.string(),
    author: z.string().nullable(),
    title: z.string(),
    description: z.string(),
    image: z.string().nullable(),
    /** A clip plays where it stands once its video is made. */
    video: z.string().nullable(),
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
