import { chooseLocale, LOCALE_COOKIE } from '../i18n/locale.ts';
import { config } from './config.ts';
import { LOCALE_HEADER } from './paths/addresses.ts';
import { readCookie } from './proxy/session-cookies.ts';
import { apiHasStarted } from './start/api-start.ts';

/** The browser's headers that the API may receive. Cookies stay in this process. */
const passedOn = [
  'accept',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'if-range',
  'last-event-id',
  'range',
  'user-agent',
  'x-forwarded-for',
  'x-request-id',
];

export function headersForApi(request: Request, token: string | undefined): Headers {
  const headers = new Headers();
  for (const name of passedOn) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  headers.set(
    'accept-language',
    chooseLocale(
      request.headers.get(LOCALE_HEADER) ?? readCookie(request, LOCALE_COOKIE),
      request.headers.get('accept-language'),
    ),
  );
  // Requests no compression: fetch decompresses an answer but keeps its compressed length, which breaks streaming.
  headers.set('accept-encoding', 'identity');
  if (token) headers.set('authorization', `Bearer ${token}`);
  return headers;
}

/** Returns the data of the API's JSON answer, or null if it refused, is down or sent invalid data. */
export async function askApi(
  request: Request,
  path: string,
  {
    method = 'GET',
    token,
    body,
    timeoutMs = 10_000,
  }: { method?: string; token?: string; body?: object; timeoutMs?: number } = {},
): Promise<unknown> {
  const headers = headersForApi(request, token);
  headers.set('accept', 'application/json');
  if (body) headers.set('content-type', 'application/json');
  else headers.delete('content-type');
  await apiHasStarted();
  try {
    const answer = await fetch(config().API_URL + path, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
      redirect: 'manual',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const envelope = (await answer.json()) as { status?: unknown; data?: unknown };
    return envelope.status === 200 ? (envelope.data ?? null) : null;
  } catch {
    return null;
  }
}
