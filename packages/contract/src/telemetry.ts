import { z } from 'zod';
import { managerIfNamed } from './access.ts';
import { UserGettingStarted } from './account.ts';
import { sentence } from './codecs.ts';
import type { Home } from './endpoint.ts';
import { endpoint } from './endpoint.ts';
import { ServerId } from './ids.ts';
import { GuildGettingStarted } from './servers.ts';

export const TelemetryType = z.enum(['dismissAds', 'overlayGenerated']);
export type TelemetryType = z.infer<typeof TelemetryType>;

const aboutServer = z.object({ guild: ServerId.optional() });

export const telemetry = {
  gettingStarted: endpoint({
    method: 'GET',
    path: '/telemetry',
    summary: 'First steps that were done: of a server where one is named, otherwise of the caller.',
    access: managerIfNamed('guild'),
    query: aboutServer,
    reply: z.union([GuildGettingStarted, UserGettingStarted]),
  }),
  note: endpoint({
    method: 'POST',
    path: '/telemetry/{type}',
    summary: 'Notes that the advice was dismissed, or that an overlay was made.',
    access: managerIfNamed('guild'),
    params: z.object({ type: TelemetryType }),
    query: aboutServer,
    reply: sentence,
  }),
} as const satisfies Home;
