import { type NextRequest, NextResponse } from 'next/server';
import { LOCALE_COOKIE } from './i18n/locale.ts';
import { config as webConfig } from './lib/config.ts';
import { LOCALE_HEADER, readAddress } from './lib/paths/addresses.ts';
import { needsLogin } from './lib/paths/guarded-paths.ts';
import { GONE_PATH, isPlayerGone, PLAYER_PATH } from './lib/paths/player-address.ts';
import { isApiDown } from './lib/proxy/api-status.ts';
import { contentSecurityPolicy, securityHeaders, strictTransport } from './lib/proxy/security-headers.ts';
import { isSecure, TOKEN_COOKIE } from './lib/proxy/session-cookies.ts';
import { headersForApi } from './lib/server-api.ts';
import { keepLanguage } from './lib/words/language-of-page.ts';

/** The hosts of emotes that viewers add to their chats. */
const emoteHosts = ['https://cdn.7tv.app', 'https://cdn.betterttv.net', 'https://cdn.frankerfacez.com'];

/** Runs before every page: sets the nonce and security headers, and redirects to the login. */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { search } = request.nextUrl;
  if (isFile(request.nextUrl.pathname)) return await passFile(request);
  const { locale, path: pathname } = readAddress(request.nextUrl.pathname);
  if (needsLogin(pathname) && !request.cookies.has(TOKEN_COOKIE)) {
    const login = new URL('/login', request.url);
    login.searchParams.set('next', pathname + search);
    return harden(request, NextResponse.redirect(login));
  }

  const language = keepLanguage({
    url: new URL(request.nextUrl.pathname + search, webConfig().webUrl),
    referer: request.headers.get('referer'),
    chosen: request.cookies.get(LOCALE_COOKIE)?.value,
    wishes: request.headers.get('accept-language'),
    // Next does not show this code that only a part of a page was requested.
    isPart: request.headers.get('sec-fetch-dest') === 'empty',
  });
  if (language.kind === 'redirect') return harden(request, NextResponse.redirect(new URL(language.path, request.url)));
  // Next loads the URL with a full navigation, because this answer is not a page.
  if (language.kind === 'reload') return harden(request, new NextResponse(null, { status: 204 }));

  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
  const { cdnUrl, twitchChatUrl, twitchCdnUrl } = webConfig();
  // The widget page shows no data of a logged-in person and has no buttons.
  const isWidget = pathname === '/chat-widget/view';
  // OBS, or anyone with the URL, opens the player, so it does not use the login.
  const isPlayer = pathname.startsWith(PLAYER_PATH);
  const { players } = webConfig();
  const policy = contentSecurityPolicy({
    nonce,
    imageOrigins: isPlayer
      ? []
      : [cdnUrl, ...(isWidget ? [twitchCdnUrl, ...emoteHosts] : [])].map((address) => new URL(address).origin),
    widget: isWidget ? { connectTo: new URL(twitchChatUrl).origin } : undefined,
    mediaOrigins: webConfig().S3_ENDPOINT ? [originOf(webConfig().S3_ENDPOINT ?? '')] : [],
    // Frames are allowed on all pages, because client-side navigation keeps the policy of the first page.
    frameOrigins: isWidget ? ["'none'"] : Object.values(players).map(originOf),
    isDevelopment: process.env.NODE_ENV === 'development',
  });
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  if (isPlayer) headers.delete('cookie');
  // Layouts read this header, because Next does not pass them the path.
  headers.set('x-path', pathname);
  if (locale) headers.set(LOCALE_HEADER, locale);
  else headers.delete(LOCALE_HEADER);
  // Next reads this header to add the nonce to its own scripts.
  headers.set('content-security-policy', policy);
  const isGone =
    isPlayer && pathname !== GONE_PATH && (await isPlayerGone(pathname, headersForApi(request, undefined)));
  const response = isGone
    ? NextResponse.rewrite(pageOf(request, GONE_PATH), { request: { headers } })
    : NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  harden(request, response);
  if (isWidget) response.headers.delete('x-frame-options');
  return response;
}

const isFile = (pathname: string): boolean => pathname.startsWith('/files/') || pathname.startsWith('/e/media/');

/**
 * Forwards files by a rewrite, because a route handler would drop the length of a streamed response, which players and
 * downloads need. While the API is down, the route handler answers.
 */
async function passFile(request: NextRequest): Promise<NextResponse> {
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  if (!isReading || (await isApiDown())) return NextResponse.next();
  const { pathname, search } = request.nextUrl;
  return harden(
    request,
    NextResponse.rewrite(new URL(webConfig().API_URL + pathname + search), {
      request: { headers: headersForApi(request, undefined) },
    }),
  );
}

/** Uses Next's own origin, because Next would call any other one over the network. */
function pageOf(request: NextRequest, pathname: string): URL {
  const url = request.nextUrl.clone();
  url.pathname = pathname;
  return url;
}

const originOf = (address: string): string => new URL(address).origin;

function harden(request: NextRequest, response: NextResponse): NextResponse {
  for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value);
  if (isSecure(request)) response.headers.set(...strictTransport);
  return response;
}

export const config = {
  // Skips static files and the image optimizer, which contain no markup. Skips API paths, which set their own headers,
  // because Next would keep the body of each request in memory (and cut it at 10 MB).
  matcher: ['/((?!api/|files/|e/|_next/static|_next/image).*)', '/files/:path*', '/e/media/:path*'],
};
