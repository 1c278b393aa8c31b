import { z } from 'zod';
import { LiveStreamer } from '../notifications/streamers.ts';
import { manager, user } from '../wire/access.ts';
import { isoDate } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { count } from '../wire/fields.ts';
import { ServerId } from '../wire/ids.ts';

/** The start pages of a person and of a server. Every feature adds its own lines. */
export const homeLines = ['giveaways', 'birthday', 'media-sharing'] as const;
const about = z.enum(homeLines);

/** An event in a server today, planned or past. Posts are in the journal instead. */
export const TodayLine = z
  .object({
    id: z.string(),
    about,
    at: isoDate,
    /** The line in the caller's language. */
    text: z.string(),
    /** The event's page in the dashboard. */
    path: z.string(),
  })
  .meta({ id: 'TodayLine' });
export type TodayLine = z.infer<typeof TodayLine>;

/** A task that waits for a person, such as a prize to claim. */
export const WaitingLine = z
  .object({
    id: z.string(),
    about,
    /** The line in the caller's language. */
    text: z.string(),
    path: z.string(),
    /** When the chance ends. Null if it never does. */
    until: isoDate.nullable(),
  })
  .meta({ id: 'WaitingLine' });
export type WaitingLine = z.infer<typeof WaitingLine>;

/** Details that a list of servers shows next to a name. */
export const ServerFacts = z
  .object({
    /** How many posts the last 24 hours had. */
    posts: count,
    /** How many unsolved errors with a suggested action the last 24 hours had. */
    errors: count,
    live: z.array(LiveStreamer),
  })
  .meta({ id: 'ServerFacts' });
export type ServerFacts = z.infer<typeof ServerFacts>;

export const serverHome = {
  getHome: endpoint({
    method: 'GET',
    path: '/@me/home',
    summary: "This person's open tasks, and the state of their servers.",
    access: user,
    reply: z.object({
      waiting: z.array(WaitingLine),
      servers: z.array(ServerFacts.extend({ guildId: ServerId })),
    }),
  }),
  listToday: endpoint({
    method: 'GET',
    path: '/data/guild/{guildId}/today',
    summary: 'Events of the last 24 hours and plans for the next 24, oldest first.',
    access: manager('guildId'),
    params: z.object({ guildId: ServerId }),
    reply: z.array(TodayLine),
  }),
} as const satisfies Home;
