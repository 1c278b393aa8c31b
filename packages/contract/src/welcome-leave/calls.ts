import { z } from 'zod';
import { manager } from '../wire/access.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { ServerId } from '../wire/ids.ts';

export const welcomeLeave = {
  previewCard: endpoint({
    method: 'GET',
    path: '/data/guild/{guildId}/greet/{type}/card',
    summary: 'The picture of a greeting, drawn for the caller.',
    access: manager('guildId'),
    params: z.object({ guildId: ServerId, type: z.enum(['welcome', 'leave']) }),
    /** A `data:` address: images on a page cannot send a token. */
    reply: z.object({ image: z.string() }),
  }),
} as const satisfies Home;
