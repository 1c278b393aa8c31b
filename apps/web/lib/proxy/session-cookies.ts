import { SESSION_MAX_DAYS } from '@tally/contract/session/calls';
import { LOCALE_COOKIE } from '../../i18n/locale.ts';
import { config } from '../config.ts';

/** The login token, which scripts cannot read. Our own path to the API sends it as an Authorization header. */
export const TOKEN_COOKIE = 'token';
/** Binds a login to the browser that began it. */
export const LOGIN_COOKIE = 'login';

export function isSecure(request: Request): boolean {
  const { WEB_URL } = config();
  if (WEB_URL) return WEB_URL.startsWith('https:');
  return new URL(request.url).protocol === 'https:';
}

interface CookieLook {
  path: string;
  maxAge: number;
  secure: boolean;
}

function cookie(name: string, value: string, { path, maxAge, secure }: CookieLook): string {
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

export const tokenCookie = (token: string, secure: boolean) =>
  cookie(TOKEN_COOKIE, encodeURIComponent(token), { path: '/', maxAge: SESSION_MAX_DAYS * 86_400, secure });

export const droppedTokenCookie = (secure: boolean) => cookie(TOKEN_COOKIE, '', { path: '/', maxAge: 0, secure });

/** Not secret, because scripts on the page read and write this cookie too. */
export const localeCookie = (locale: string, secure: boolean) =>
  `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=31536000; SameSite=Lax${secure ? '; Secure' : ''}`;

// Sent only to the routes of the login.
export const loginCookie = (value: string, secure: boolean) =>
  cookie(LOGIN_COOKIE, value, { path: '/login', maxAge: 600, secure });

export const droppedLoginCookie = (secure: boolean) => cookie(LOGIN_COOKIE, '', { path: '/login', maxAge: 0, secure });

/** Returns the decoded value of one cookie in a request. */
export function readCookie(request: Request, name: string): string | undefined {
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at < 0 || part.slice(0, at).trim() !== name) continue;
    const raw = part.slice(at + 1).trim();
    try {
      return decodeURIComponent(raw) || undefined;
    } catch {
      return undefined;
    }
  }
  return undefined;
}
