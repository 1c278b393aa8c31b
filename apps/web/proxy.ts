import { type NextRequest, NextResponse } from 'next/server';
import { config as webConfig } from './lib/config.ts';
import { needsLogin } from './lib/guarded-paths.ts';
import { contentSecurityPolicy, securityHeaders, strictTransport } from './lib/security-headers.ts';
import { isSecure, TOKEN_COOKIE } from './lib/session-cookies.ts';

/** Where pictures of emotes come from that viewers add to their chats. */
const emoteHosts = ['https://cdn.7tv.app', 'https://cdn.betterttv.net', 'https://cdn.frankerfacez.com'];

/** Runs before every page: nonce and security headers, and the detour to the login. */
export function proxy(request: NextRequest): NextResponse {
  const { pathname, search } = request.nextUrl;
  if (needsLogin(pathname) && !request.cookies.has(TOKEN_COOKIE)) {
    const login = new URL('/login', request.url);
    login.searchParams.set('next', pathname + search);
    return harden(request, NextResponse.redirect(login));
  }

  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
  const { cdnUrl, twitchChatUrl, twitchCdnUrl } = webConfig();
  // It holds nothing of anybody who is logged in, and does nothing on a click.
  const isWidget = pathname === '/chat-widget/view';
  const policy = contentSecurityPolicy({
    nonce,
    imageOrigins: [cdnUrl, ...(isWidget ? [twitchCdnUrl, ...emoteHosts] : [])].map(
      (address) => new URL(address).origin,
    ),
    widget: isWidget ? { connectTo: new URL(twitchChatUrl).origin } : undefined,
    isDevelopment: process.env.NODE_ENV === 'development',
  });
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  // A layout is not told which page it is around.
  headers.set('x-path', pathname);
  // Next reads the nonce for its own scripts out of this request header.
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  harden(request, response);
  if (isWidget) response.headers.delete('x-frame-options');
  return response;
}

function harden(request: NextRequest, response: NextResponse): NextResponse {
  for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value);
  if (isSecure(request)) response.headers.set(...strictTransport);
  return response;
}

export const config = {
  // Static files and the image optimiser carry no markup; the way to the API sets its own headers, and must not be
  // here because Next keeps the body of every request that passes (and cuts it at 10 MB).
  matcher: ['/((?!api/|files/|_next/static|_next/image).*)'],
};
