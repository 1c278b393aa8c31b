import type { ServerId } from '@tally/contract/ids';
import { type TelemetryType, telemetry } from '@tally/contract/telemetry';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

export const gettingStartedQuery = (serverId?: ServerId) =>
  queryOptions({
    queryKey: serverId ? ['server', serverId, 'getting-started'] : ['me', 'getting-started'],
    queryFn: ({ signal }) =>
      call(telemetry.gettingStarted, { query: serverId ? { guild: serverId } : {} }, { fallback: 'unknown', signal }),
  });

export const noteTelemetry = () =>
  mutationOptions({
    mutationFn: ({ type, serverId }: { type: TelemetryType; serverId?: ServerId }) =>
      call(
        telemetry.note,
        { params: { type }, query: serverId ? { guild: serverId } : {} },
        { fallback: 'noteTelemetry' },
      ),
  });
