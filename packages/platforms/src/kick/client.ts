import type { PlatformDoors } from '@tally/kernel';
import { type AppApi, openAppApi } from '../app-token.ts';
import { KickPublicKey } from './kick.external.ts';

/** Keeps a flood of forged pushes from becoming a flood of calls to Kick. */
const KEY_ASKED_AT_MOST_EVERY_MS = 60_000;

export interface KickClient extends AppApi {
  /** Returns the key that signs pushes. `isFresh` loads it again, because keys rotate. */
  publicKey(isFresh: boolean): Promise<string>;
}

/** Calls Kick's public API with an app token, which is enough for public data and event subscriptions. */
export function createClient(doors: PlatformDoors): KickClient {
  const { http, config, clock } = doors;
  const { apiUrl, idUrl, clientId, clientSecret } = config.kick;
  const world = 'kick';
  const tokenUrl = `${idUrl}/oauth/token`;
  let key: { pem: string; askedAt: number } | undefined;
  return {
    ...openAppApi(doors, { world, baseUrl: apiUrl, tokenUrl, clientId, clientSecret }),
    async publicKey(isFresh) {
      const now = clock.now().getTime();
      if (key && (!isFresh || now - key.askedAt < KEY_ASKED_AT_MOST_EVERY_MS)) return key.pem;
      const { data } = await http.json({ world, url: `${apiUrl}/public/v1/public-key` }, KickPublicKey);
      key = { pem: data.data.public_key, askedAt: now };
      return key.pem;
    },
  };
}
