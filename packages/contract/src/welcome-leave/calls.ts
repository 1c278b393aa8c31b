import { z } from 'zod';
import { MOST_PICTURE_BYTES } from '../giveaways/calls.ts';
import { CardPicture } from '../servers/calls.ts';
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
    /** The image is a `data:` URL, because images on a page cannot send a token. */
    reply: z.object({ image: z.string() }),
  }),
  uploadCardPicture: endpoint({
    method: 'POST',
    path: '/data/guild/{guildId}/greet/picture',
    summary: 'Stores a picture for the cards of both greetings. The setting `cardPicture` takes its name.',
    access: manager('guildId'),
    flag: 'WelcomeAndLeaveNotifications',
    once: true,
    params: z.object({ guildId: ServerId }),
    upload: { field: 'file', maxBytes: MOST_PICTURE_BYTES },
    reply: z.object({ name: CardPicture }),
  }),
} as const satisfies Home;
