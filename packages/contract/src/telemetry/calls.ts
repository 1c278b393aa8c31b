import { z } from 'zod';
import { UserGettingStarted } from '../account/calls.ts';
import { GuildGettingStarted } from '../servers/calls.ts';
import { managerIfNamed } from '../wire/access.ts';
import { sentence } from '../wire/codecs.ts';
import type { Home } from '../wire/endpoint.ts';
import { endpoint } from '../wire/endpoint.ts';
import { ServerId } from '../wire/ids.ts';

export const TelemetryType = z.enum(['dismissAds', 'overlayGenerated']);
export type TelemetryType = z.infer<typeof TelemetryType>;

const aboutServer = z.object({ guild: ServerId.optional() });

export const telemetry = {
  gettingStarted: endpoint({
    method: 'GET',
    path: '/telemetry',
    summary: 'Completed first steps of a server, or of the caller.',
    access: managerIfNamed('guild'),
    query: aboutServer,
    reply: z.union([GuildGettingStarted, UserGettingStarted]),
  }),
  note: endpoint({
    method: 'POST',
    path: '/telemetry/{type}',
    summary: 'Records a dismissed hint, or a created overlay.',
    access: managerIfNamed('guild'),
    params: z.object({ type: TelemetryType }),
    query: aboutServer,
    reply: sentence,
  }),
} as const satisfies Home;
