import { type PlatformDoors, UpstreamError } from '@tally/kernel';
import type { z } from 'zod';
import { KickPublicKey, KickToken } from './kick.external.ts';

const world = 'kick';
/** A token is replaced this long before it runs out. */
const RENEW_BEFORE_MS = 60_000;
/** So that a flood of forged pushes does not become a flood of questions to Kick. */
const KEY_ASKED_AT_MOST_EVERY_MS = 60_000;

export interface KickClient {
  get<S extends z.ZodType>(
    path: string,
    query: Record<string, string | readonly string[]>,
    schema: S,
  ): Promise<z.output<S>>;
  post<S extends z.ZodType>(path: string, json: unknown, schema: S): Promise<z.output<S>>;
  /** The key that signs pushes. `isFresh` asks again: keys rotate. */
  publicKey(isFresh: boolean): Promise<string>;
}

/** Kick's public API with an app token, which is enough for public data and for event subscriptions. */
export function createClient({ http, config, clock }: PlatformDoors): KickClient {
  const { apiUrl, idUrl, clientId, clientSecret } = config.kick;
  let token: { value: string; until: number } | undefined;
  let asking: Promise<string> | undefined;
  let key: { pem: string; askedAt: number } | undefined;

  const askForToken = async (): Promise<string> => {
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const { data } = await http.json({ world, url: `${idUrl}/oauth/token`, method: 'POST', body: { form } }, KickToken);
    token = { value: data.access_token, until: clock.now().getTime() + data.expires_in * 1000 - RENEW_BEFORE_MS };
    return token.value;
  };

  const currentToken = async (): Promise<string> => {
    if (token && clock.now().getTime() < token.until) return token.value;
    // Everybody who needs one meanwhile waits for the same answer.
    asking ??= askForToken().finally(() => {
      asking = undefined;
    });
    return await asking;
  };

  /** A token may be taken back early: once, ask for another. */
  const withToken = async <T>(call: (headers: Record<string, string>) => Promise<T>): Promise<T> => {
    const headers = async () => ({ authorization: `Bearer ${await currentToken()}` });
    try {
      return await call(await headers());
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.status !== 401) throw error;
      token = undefined;
      return await call(await headers());
    }
  };

  return {
    get: (path, query, schema) =>
      withToken(async (headers) => (await http.json({ world, url: `${apiUrl}${path}`, query, headers }, schema)).data),
    post: (path, json, schema) =>
      withToken(async (headers) => {
        const call = { world, url: `${apiUrl}${path}`, method: 'POST', headers, body: { json } } as const;
        return (await http.json(call, schema)).data;
      }),
    async publicKey(isFresh) {
      const now = clock.now().getTime();
      if (key && (!isFresh || now - key.askedAt < KEY_ASKED_AT_MOST_EVERY_MS)) return key.pem;
      const { data } = await http.json({ world, url: `${apiUrl}/public/v1/public-key` }, KickPublicKey);
      key = { pem: data.data.public_key, askedAt: now };
      return key.pem;
    },
  };
}
