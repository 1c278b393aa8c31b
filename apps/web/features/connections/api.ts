import type { LoginPlatform, PlatformToLink } from '@tally/contract/platforms/words';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { lateHome } from '../../lib/late-home.ts';
import { meQuery } from '../../shell/me.ts';
import { rememberReturn } from './return-path.ts';

const connections = lateHome(async () => (await import('@tally/contract/connections/calls')).connections);

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: meQuery().queryKey });

interface LinkStart {
  readonly platform: LoginPlatform;
  readonly depth?: 'creator' | 'chat' | 'clips';
  /** True to return to the page where the button was pressed. */
  readonly comesBack?: boolean;
}

/** Opens the platform's page. On return, all data is fetched again. */
export const goAndConnect = () =>
  mutationOptions({
    mutationFn: async ({ platform, depth, comesBack = false }: LinkStart) => {
      rememberReturn(comesBack);
      return await call(
        connections.startConnecting,
        { params: { platform }, query: { depth } },
        { fallback: 'connectPlatform' },
      );
    },
    onSuccess: (address) => window.location.assign(address),
  });

export const connectAddress = (client: QueryClient, platform: PlatformToLink) =>
  mutationOptions({
    mutationFn: (address: string) =>
      call(
        connections.connect,
        { params: { platform }, query: {}, body: { code: address } },
        { fallback: 'connectPlatform' },
      ),
    onSuccess: () => refresh(client),
    meta: { isQuiet: true },
  });

export const disconnect = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (platform: PlatformToLink) =>
      call(connections.disconnect, { params: { platform } }, { fallback: 'unlinkPlatform' }),
    onSettled: () => refresh(client),
  });

export const askForChatCode = () =>
  mutationOptions({
    mutationFn: () => call(connections.getChatCode, { params: { platform: 'kick' } }, { fallback: 'connectPlatform' }),
    meta: { isQuiet: true },
  });
