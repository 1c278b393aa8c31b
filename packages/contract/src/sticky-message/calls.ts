import { z } from 'zod';
import { StickyBody } from '../message-editor/bodies.ts';
import { manager } from '../wire/access.ts';
import { sentence } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { ChannelId, ServerId } from '../wire/ids.ts';
import { onVersion } from '../wire/record-version.ts';

const inServer = z.object({ guildId: ServerId });

export const stickyMessage = {
  saveSticky: endpoint({
    method: 'PATCH',
    path: '/data/guild/{guildId}/stickyMessages',
    summary: 'Adds or replaces the sticky message of a channel.',
    access: manager('guildId'),
    flag: 'StickyMessages',
    params: inServer,
    /** Identifies the sticky if the body moves it to another channel. */
    query: z.object({ channelId: ChannelId.optional(), ...onVersion }),
    body: StickyBody,
    reply: sentence,
  }),
  removeSticky: endpoint({
    method: 'DELETE',
    path: '/data/guild/{guildId}/stickyMessages',
    summary: 'Removes the sticky message of a channel.',
    access: manager('guildId'),
    params: inServer,
    query: z.object({ channelId: ChannelId, ...onVersion }),
    reply: sentence,
  }),
} as const satisfies Home;
