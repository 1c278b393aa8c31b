import type { PlatformDoors } from '@tally/kernel';
import { type AppApi, openAppApi } from '../app-token.ts';

export type TwitchClient = AppApi;

/** Helix with an app token, which is enough for public data and for webhook subscriptions. */
export function createClient(doors: PlatformDoors): TwitchClient {
  const { helixUrl, idUrl, clientId, clientSecret } = doors.config.twitch;
  return openAppApi(doors, {
    world: 'twitch',
    baseUrl: helixUrl,
    tokenUrl: `${idUrl}/oauth2/token`,
    clientId,
    clientSecret,
    headers: { 'client-id': clientId },
  });
}
