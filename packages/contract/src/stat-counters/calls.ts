import { z } from 'zod';
import { StreamerName } from '../notifications/streamer-settings.ts';
import { Platform } from '../platforms/platform.ts';
import { CounterType } from '../servers/parts.ts';
import { manager } from '../wire/access.ts';
import { isoDate, sentence } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { ChannelId, ServerId } from '../wire/ids.ts';
import { onVersion, versioned } from '../wire/record-version.ts';

/** Why we do not update a channel's name. */
export const counterPauses = ['permissions', 'channelGone', 'refused'] as const;
export const CounterPause = z.enum(counterPauses);
export type CounterPause = z.infer<typeof CounterPause>;

export const StatCounter = z
  .object({
    channelId: ChannelId,
    type: CounterType,
    /** Null if the counter is about the server itself. */
    platform: Platform.nullable(),
    streamerUserName: z.string().nullable(),
    /** The current name of the channel. */
    name: z.string(),
    pauseReason: CounterPause.nullable(),
    /** When the name last changed. Null if it never has. */
    renamedAt: isoDate.nullable(),
    ...versioned,
  })
  .meta({ id: 'StatCounter' });
export type StatCounter = z.infer<typeof StatCounter>;

const inServer = z.object({ guildId: ServerId });

export const statCounters = {
  listCounters: endpoint({
    method: 'GET',
    path: '/data/guild/{guildId}/statCounters',
    summary: 'The stat counters of a server. A panel call creates them.',
    access: manager('guildId'),
    params: inServer,
    reply: z.array(StatCounter),
  }),
  previewCounters: endpoint({
    method: 'GET',
    path: '/data/guild/{guildId}/statCounters/preview',
    summary: 'The current names of counters. Null: unknown, or no streamer given.',
    access: manager('guildId'),
    params: inServer,
    query: z.object({ platform: Platform.optional(), streamerUserName: StreamerName.optional() }),
    reply: z.record(CounterType, z.string().nullable()),
  }),
  removeCounter: endpoint({
    method: 'DELETE',
    path: '/data/guild/{guildId}/statCounters',
    summary: 'Removes a stat counter with its channel.',
    access: manager('guildId'),
    params: inServer,
    query: z.object({ channelId: ChannelId, ...onVersion }),
    reply: sentence,
  }),
} as const satisfies Home;
