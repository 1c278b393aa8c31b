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

/** Runs before every page: nonce and security headers, and the redirect to the login. */
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
    // Next does not tell this code that it requested a part of a page.
    isPart: request.headers.get('sec-fetch-dest') === 'empty',
  });
  if (language.kind === 'redirect') return harden(request, NextResponse.redirect(new URL(language.path, request.url)));
  // If the answer is not a page, Next loads the address with a full navigation.
  if (language.kind === 'reload') return harden(request, new NextResponse(null, { status: 204 }));

  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
  const { cdnUrl, twitchChatUrl, twitchCdnUrl } = webConfig();
  // This page has no data about a logged-in person and reacts to no click.
  const isWidget = pathname === '/chat-widget/view';
  // OBS opens it, or anyone with the address, so it does not know who is logged in.
  const isPlayer = pathname.startsWith(PLAYER_PATH);
  const { players } = webConfig();
  const policy = contentSecurityPolicy({
    nonce,
    imageOrigins: isPlayer
      ? []
      : [cdnUrl, ...(isWidget ? [twitchCdnUrl, ...emoteHosts] : [])].map((address) => new URL(address).origin),
    widget: isWidget ? { connectTo: new URL(twitchChatUrl).origin } : undefined,
    mediaOrigins: webConfig().S3_ENDPOINT ? [originOf(webConfig().S3_ENDPOINT ?? '')] : [],
    // Client-side navigation keeps the policy of the first page, so frames cannot be allowed for one page alone.
    frameOrigins: isWidget ? ["'none'"] : Object.values(players).map(originOf),
    isDevelopment: process.env.NODE_ENV === 'development',
  });
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  if (isPlayer) headers.delete('cookie');
  // Layouts do not know which page they wrap.
  headers.set('x-path', pathname);
  if (locale) headers.set(LOCALE_HEADER, locale);
  else headers.delete(LOCALE_HEADER);
  // Next reads the nonce for its own scripts out of this request header.
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
 * A route handler loses the length of a streamed response, which players and downloads need. So the server passes files
 * on itself. While the API is down, the route handler answers.
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

/** Uses Next's own origin: it would call any other one over the network. */
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
  // Static files and the image optimizer carry no markup; the path to the API sets its own headers, and must not be
  // here because Next keeps the body of every request that passes (and cuts it at 10 MB).
  matcher: ['/((?!api/|files/|e/|_next/static|_next/image).*)', '/files/:path*', '/e/media/:path*'],
};
