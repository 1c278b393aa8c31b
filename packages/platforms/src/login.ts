import type { HttpCall } from '@tally/infra/http';
import { type LoginTokens, type PlatformDoors, parseJson, UpstreamError, type UpstreamKind } from '@tally/kernel';
import { z } from 'zod';

/** Twitch returns the scopes as a list, the other platforms as one line. */
const Tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  expires_in: z.coerce.number().min(0).default(3_600),
  scope: z.union([z.string(), z.array(z.string())]).nullish(),
});

/** Error texts of the platforms. We only search them for words and never pass them on. */
const Complaint = z.object({
  error: z.string().nullish().catch(null),
  error_description: z.string().nullish().catch(null),
  message: z.string().nullish().catch(null),
});

interface TokenServer {
  readonly world: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface TokenCalls {
  exchange(form: { code: string; redirectUri: string; verifier?: string }): Promise<LoginTokens | null>;
  renew(refreshToken: string): Promise<LoginTokens | null>;
  /** Any 4xx status counts as success, because the platform no longer knows the token. */
  giveBack(call: Pick<HttpCall, 'url' | 'query' | 'body'>): Promise<void>;
}

/** The token calls of OAuth 2, which all platforms share: https://www.rfc-editor.org/rfc/rfc6749#section-5 */
export function openTokenServer({ http }: Pick<PlatformDoors, 'http'>, server: TokenServer): TokenCalls {
  const { world, tokenUrl, clientId, clientSecret } = server;
  const ask = async (grant: Record<string, string>): Promise<LoginTokens | null> => {
    const form = { ...grant, client_id: clientId, client_secret: clientSecret };
    const headers = { accept: 'application/json' };
    const { status, data } = await http.raw({
      world,
      url: tokenUrl,
      method: 'POST',
      isQuestion: true,
      headers,
      body: { form },
    });
    const json = parseJson(data);
    if (status < 200 || status >= 300) return refused(world, status, json);
    const read = Tokens.safeParse(json);
    if (!read.success)
      throw new UpstreamError({ world, kind: 'odd', message: 'an unexpected answer to a token call', status });
    return tokensOf(read.data);
  };
  return {
    exchange: ({ code, redirectUri, verifier }) =>
      ask({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        ...(verifier ? { code_verifier: verifier } : {}),
      }),
    renew: (refreshToken) => ask({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    async giveBack(call) {
      const { status } = await http.raw({ world, method: 'POST', ...call });
      if (status === 429 || status >= 500) throw trouble(world, status);
    },
  };
}

const tokensOf = (read: z.output<typeof Tokens>): LoginTokens => ({
  accessToken: read.access_token,
  refreshToken: read.refresh_token ?? null,
  expiresInSeconds: read.expires_in,
  scopes: typeof read.scope === 'string' ? read.scope.split(/[ ,]+/).filter(Boolean) : (read.scope ?? []),
});

/**
 * Returns null if the code or the permission is refused. A wrong client id or secret has the same statuses, and must
 * not look as if every person had revoked their permission.
 */
function refused(world: string, status: number, json: unknown): null {
  const { error, error_description, message } = Complaint.safeParse(json).data ?? {};
  const words = [error, error_description, message].join(' ').toLowerCase();
  if ((status === 400 || status === 401) && !words.includes('client')) return null;
  throw trouble(world, status);
}

const trouble = (world: string, status: number): UpstreamError => {
  const kind: UpstreamKind = status === 429 ? 'limited' : status >= 500 ? 'down' : 'denied';
  return new UpstreamError({ world, kind, message: `answered ${status} to a token call`, status });
};

/**
 * Returns the scopes of a new login: the wanted ones, plus those of `more` that were allowed before. A new login
 * replaces the old one, and people expect to keep what they allowed.
 */
export const scopesOf = (
  wanted: readonly string[],
  { more, held }: { readonly more: readonly string[]; readonly held: readonly string[] },
): string => [...new Set([...wanted, ...more.filter((scope) => held.includes(scope))])].join(' ');

/** Keeps an existing query, because a platform's own URL may already have one. */
export function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}
