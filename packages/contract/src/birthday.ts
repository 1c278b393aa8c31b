import { z } from 'zod';
import { manager } from './access.ts';
import { page } from './codecs.ts';
import { endpoint, type Home } from './endpoint.ts';
import { ServerId, UserId } from './ids.ts';

/** The next birthday of somebody who wants to be congratulated here. */
export const UpcomingBirthday = z
  .object({
    userId: UserId,
    username: z.string().nullable(),
    /** The day of the coming greeting, in the person's own zone. */
    date: z.iso.date(),
    timeZone: z.string(),
  })
  .meta({ id: 'UpcomingBirthday' });
export type UpcomingBirthday = z.infer<typeof UpcomingBirthday>;

export const birthday = {
  listUpcoming: endpoint({
    method: 'GET',
    path: '/data/guild/{guildId}/birthdays',
    summary: 'Whose birthday comes next.',
    access: manager('guildId'),
    params: z.object({ guildId: ServerId }),
    query: z.object(page),
    reply: z.array(UpcomingBirthday),
  }),
} as const satisfies Home;
