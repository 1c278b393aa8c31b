import { type PlatformDoors, UpstreamError } from '@tally/kernel';
import type { z } from 'zod';
import { TwitchToken } from './twitch.external.ts';

const world = 'twitch';
/** A token is replaced this long before it runs out. */
const RENEW_BEFORE_MS = 60_000;

export interface TwitchClient {
  get<S extends z.ZodType>(
    path: string,
    query: Record<string, string | readonly string[]>,
    schema: S,
  ): Promise<z.output<S>>;
  post<S extends z.ZodType>(path: string, json: unknown, schema: S): Promise<z.output<S>>;
}

/** Helix with an app token, which is enough for public data and for webhook subscriptions. */
export function createClient({ http, config, clock }: PlatformDoors): TwitchClient {
  const { helixUrl, idUrl, clientId, clientSecret } = config.twitch;
  let token: { value: string; until: number } | undefined;
  let asking: Promise<string> | undefined;

  const askForToken = async (): Promise<string> => {
    const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const { data } = await http.json(
      { world, url: `${idUrl}/oauth2/token`, method: 'POST', body: { form } },
      TwitchToken,
    );
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
    const headers = async () => ({ authorization: `Bearer ${await currentToken()}`, 'client-id': clientId });
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
      withToken(
        async (headers) => (await http.json({ world, url: `${helixUrl}${path}`, query, headers }, schema)).data,
      ),
    post: (path, json, schema) =>
      withToken(async (headers) => {
        const call = { world, url: `${helixUrl}${path}`, method: 'POST', headers, body: { json } } as const;
        return (await http.json(call, schema)).data;
      }),
  };
}
