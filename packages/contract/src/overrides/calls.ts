import { z } from 'zod';
import { manager } from '../wire/access.ts';
import { queryInt, sentence } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { ServerId } from '../wire/ids.ts';
import { onVersion } from '../wire/record-version.ts';
import { highestPriority, OverrideBody, OverrideTrial } from './bodies.ts';

const inServer = z.object({ guildId: ServerId });
const priority = queryInt({ min: 0, max: highestPriority });

export const overrides = {
  saveOverride: endpoint({
    method: 'PATCH',
    path: '/data/guild/{guildId}/overrides',
    summary: 'Adds or replaces the override with this priority.',
    access: manager('guildId'),
    once: true,
    flag: 'NotificationOverrides',
    params: inServer,
    /** Identifies the override if the body gives it another priority. */
    query: z.object({ priorityOnConflict: priority.optional(), ...onVersion }),
    body: OverrideBody,
    reply: sentence,
  }),
  removeOverride: endpoint({
    method: 'DELETE',
    path: '/data/guild/{guildId}/overrides',
    summary: 'Removes the override with this priority.',
    access: manager('guildId'),
    params: inServer,
    query: z.object({ priorityOnConflict: priority, ...onVersion }),
    reply: sentence,
  }),
  tryOverrides: endpoint({
    method: 'POST',
    path: '/data/guild/{guildId}/overrides/try',
    summary: 'Tests these overrides on the last 20 streams. Nothing is saved.',
    access: manager('guildId'),
    params: inServer,
    body: z.object({ overrides: z.array(OverrideBody).max(200) }),
    reply: z.array(OverrideTrial),
  }),
} as const satisfies Home;
