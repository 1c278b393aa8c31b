import type { LoginPlatform } from '@tally/contract/platforms/words';
import { z } from 'zod';
import { go } from '../../lib/browser/go.ts';
import { config } from '../../lib/config.ts';
import { readCookie, TOKEN_COOKIE } from '../../lib/proxy/session-cookies.ts';
import { headersForApi } from '../../lib/server-api.ts';
import { loginPlatformOf, type Reason, reasonOf } from './reasons.ts';
import { droppedReturnCookie, RETURN_COOKIE, returnPath } from './return-path.ts';

const Code = z.string().min(1).max(2048);
const Envelope = z.object({ status: z.number(), code: z.string().optional() });
const TIMEOUT_MS = 25_000;

/**
 * Handles `/link/{platform}/callback`, where platforms return the browser with a code. The web app adds the session;
 * the API checks that the state belongs to it.
 */
export async function endLinking(
  request: Request,
  { params }: { params: Promise<{ platform: string }> },
): Promise<Response> {
  const platform = loginPlatformOf((await params).platform);
  if (!platform) return new Response(null, { status: 404 });
  const reason = await link(request, platform);
  const remembered = readCookie(request, RETURN_COOKIE);
  const success = returnPath(remembered, `/link/${platform}/success`);
  const cookies = remembered === undefined ? [] : [droppedReturnCookie];
  return go(reason === null ? success : `/link/${platform}/failure?why=${reason}`, cookies);
}

/** Returns null on success, or the reason for the failure. */
async function link(request: Request, platform: LoginPlatform): Promise<Reason | null> {
  const query = new URL(request.url).searchParams;
  const token = readCookie(request, TOKEN_COOKIE);
  if (!token) return 'notLoggedIn';
  if (query.has('error')) return query.get('error') === 'access_denied' ? 'denied' : 'linkRefused';
  const [code, state] = [single(query, 'code'), single(query, 'state')];
  if (!code || !state) return 'linkNotBegun';

  const headers = headersForApi(request, token);
  headers.set('accept', 'application/json');
  headers.set('content-type', 'application/json');
  try {
    const answer = await fetch(`${config().API_URL}/@me/connect/${platform}?${new URLSearchParams({ state })}`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ code }),
      redirect: 'manual',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const envelope = Envelope.parse(await answer.json());
    if (envelope.status === 200) return null;
    return envelope.status === 401 ? 'notLoggedIn' : reasonOf(envelope.code);
  } catch {
    // The API is down, or its answer is unreadable, so the page can only say "try again".
    return 'unknown';
  }
}

/** A repeated parameter could be read differently elsewhere, so it counts as missing. */
function single(query: URLSearchParams, name: string): string | undefined {
  const all = query.getAll(name);
  return all.length === 1 ? Code.safeParse(all[0]).data : undefined;
}
