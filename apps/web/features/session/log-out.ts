import { go } from '../../lib/browser/go.ts';
import { config } from '../../lib/config.ts';
import { isSameOrigin } from '../../lib/proxy/same-origin.ts';
import { droppedTokenCookie, isSecure, readCookie, TOKEN_COOKIE } from '../../lib/proxy/session-cookies.ts';
import { askApi } from '../../lib/server-api.ts';

/** Handles `/logout`: ends the session on the server, then deletes the token, even if the server does not answer. */
export async function logOut(request: Request): Promise<Response> {
  if (!isSameOrigin(request, config().webUrl)) return new Response(null, { status: 403 });
  const token = readCookie(request, TOKEN_COOKIE);
  if (token) await askApi(request, '/sessions', { method: 'DELETE', token });
  return go('/', [droppedTokenCookie(isSecure(request))]);
}
