import type { HttpCall } from '@tally/infra/http';
import { type PlatformDoors, UpstreamError } from '@tally/kernel';
import { z } from 'zod';

/** We replace a token this long before it expires. */
const RENEW_BEFORE_MS = 60_000;

const AppToken = z.object({ access_token: z.string(), expires_in: z.coerce.number() });

type Query = Readonly<Record<string, string | readonly string[]>>;

/** The time limit of a response. Without one, the usual limit applies. */
type Patience = Pick<HttpCall, 'timeoutMs'>;

/** A JSON API that we call as the application itself (OAuth 2 client credentials). */
export interface AppApi {
  get<S extends z.ZodType>(path: string, query: Query, schema: S, patience?: Patience): Promise<z.output<S>>;
  post<S extends z.ZodType>(path: string, json: unknown, schema: S): Promise<z.output<S>>;
  patch<S extends z.ZodType>(path: string, json: unknown, schema: S): Promise<z.output<S>>;
  delete(path: string, query: Query): Promise<void>;
}

export function openAppApi(
  { http, clock }: PlatformDoors,
  api: {
    readonly world: string;
    readonly baseUrl: string;
    readonly tokenUrl: string;
    readonly clientId: string;
    readonly clientSecret: string;
    /** Headers to send with every call in addition to the token. */
    readonly headers?: Readonly<Record<string, string>>;
    /** Receives the headers of every successful response, because some show the remaining budget. */
    readonly heard?: (headers: Readonly<Record<string, string | undefined>>) => void;
  },
): AppApi {
  const { world, baseUrl } = api;
  let token: { value: string; until: number } | undefined;
  let asking: Promise<string> | undefined;

  const askForToken = async (): Promise<string> => {
    const form = { grant_type: 'client_credentials', client_id: api.clientId, client_secret: api.clientSecret };
    const { data } = await http.json(
      { world, url: api.tokenUrl, method: 'POST', isQuestion: true, body: { form } },
      AppToken,
    );
    token = { value: data.access_token, until: clock.now().getTime() + data.expires_in * 1000 - RENEW_BEFORE_MS };
    return token.value;
  };

  const currentToken = async (): Promise<string> => {
    if (token && clock.now().getTime() < token.until) return token.value;
    // All callers that need a token wait for this one request.
    asking ??= askForToken().finally(() => {
      asking = undefined;
    });
    return await asking;
  };

  /** A token may be revoked early, so one refusal makes us request another one. */
  const withToken = async <T>(call: (headers: Record<string, string>) => Promise<T>): Promise<T> => {
    const headers = async () => ({ ...api.headers, authorization: `Bearer ${await currentToken()}` });
    try {
      return await call(await headers());
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.status !== 401) throw error;
      token = undefined;
      return await call(await headers());
    }
  };

  const ask = <S extends z.ZodType>(
    path: string,
    call: Pick<HttpCall, 'method' | 'query' | 'body' | 'timeoutMs'>,
    schema: S,
  ): Promise<z.output<S>> =>
    withToken(async (headers) => {
      const answer = await http.json({ world, url: `${baseUrl}${path}`, headers, ...call }, schema);
      api.heard?.(answer.headers);
      return answer.data;
    });

  return {
    get: (path, query, schema, patience) => ask(path, { query, ...patience }, schema),
    post: (path, json, schema) => ask(path, { method: 'POST', body: { json } }, schema),
    patch: (path, json, schema) => ask(path, { method: 'PATCH', body: { json } }, schema),
    delete: (path, query) =>
      withToken(async (headers) => {
        await http.text({ world, url: `${baseUrl}${path}`, method: 'DELETE', headers, query });
      }),
  };
}
