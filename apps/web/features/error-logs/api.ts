import type { ServerId } from '@tally/contract/ids';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { lateHome } from '../../lib/late-home.ts';

const errorLogs = lateHome(async () => (await import('@tally/contract/error-logs')).errorLogs);

export const clearErrors = (client: QueryClient, serverId: ServerId) =>
  mutationOptions({
    mutationFn: () => call(errorLogs.clearErrors, { params: { guildId: serverId } }, { fallback: 'clearErrors' }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['server', serverId, 'errors'] }),
  });
