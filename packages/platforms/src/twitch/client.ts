import type { PlatformDoors } from '@tally/kernel';
import { type AppApi, openAppApi } from '../app-token.ts';

export type TwitchClient = AppApi;

/** Calls Helix with an app token, which is enough for public data and webhook subscriptions. */
export function createClient(doors: PlatformDoors): TwitchClient {
  const { helixUrl, idUrl, clientId, clientSecret } = doors.config.twitch;
  const left = doors.metrics.gauge({
    name: 'twitch_points_left',
    help: "Twitch's rate-limit points left, from its last answer",
  });
  return openAppApi(doors, {
    world: 'twitch',
    baseUrl: helixUrl,
    tokenUrl: `${idUrl}/oauth2/token`,
    clientId,
    clientSecret,
    headers: { 'client-id': clientId },
    // https://dev.twitch.tv/docs/api/guide/#twitch-rate-limits
    heard: (headers) => {
      const points = headers['ratelimit-remaining'];
      if (points && /^\d+$/.test(points)) left.set(Number(points));
    },
  });
}
