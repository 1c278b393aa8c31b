import { languages } from '@tally/contract/texts/index';
import { chooseLocale, LOCALE_COOKIE } from '../../i18n/locale.ts';
import { config } from '../config.ts';
import { headersForApi } from '../server-api.ts';
import { apiHasStarted } from '../start/api-start.ts';
import { noteWrite } from './api-status.ts';
import { UNREAD_HEADER } from './raw-requests.ts';
import { isSameOrigin } from './same-origin.ts';
import { securityHeaders } from './security-headers.ts';
import { droppedTokenCookie, isSecure, readCookie, TOKEN_COOKIE } from './session-cookies.ts';

export const API_PREFIX = '/api/tally';

const HEADERS_TIMEOUT_MS = 100_000;

const handedBack = [
  'accept-ranges',
  'cache-control',
  'content-disposition',
  'content-language',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'location',
  'retry-after',
  'vary',
  'x-request-id',
];

/** Calls that only the operator's own network may make. */
const notForBrowsers = new Set(['metrics']);

/** Returns the API's name of a call from any spelling of it. */
function nameOf(path: string): string {
  try {
    return decodeURIComponent(path)
      .split('/')
      .filter((part) => part !== '')
      .join('/')
      .toLowerCase();
  } catch {
    // An invalid escape matches no name, and the API reports it.
    return path;
  }
}

/**
 * Forwards the browser's calls from our own origin, so the token stays in a cookie that scripts cannot read. Bodies
 * stream both ways (uploads, downloads, events).
 */
export async function forwardToApi(request: Request): Promise<Response> {
  const url = new URL(request.url);
  // Uses the raw path, because an encoded slash in a file key must stay unchanged. Signed file URLs and link cards
  // (`/e/`) have no prefix.
  const isCall = url.pathname === API_PREFIX || url.pathname.startsWith(`${API_PREFIX}/`);
  const path = (isCall ? url.pathname.slice(API_PREFIX.length) : url.pathname) || '/';
  const isWrite = request.method !== 'GET' && request.method !== 'HEAD';
  if (notForBrowsers.has(nameOf(path))) return refusal(request, 404, 'unknownCall');
  if (isWrite && !isSameOrigin(request, config().webUrl)) return refusal(request, 403, 'badOrigin');

  const body = isWrite ? await readBody(request) : null;
  if (body === 'tooLarge') return refusal(request, 413, 'tooLarge');
  const token = readCookie(request, TOKEN_COOKIE);
  await apiHasStarted();
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), HEADERS_TIMEOUT_MS);
  let answer: Response;
  try {
    const init: RequestInit & { duplex: 'half' } = {
      method: request.method,
      headers: headersForApi(request, token),
      body,
      redirect: 'manual',
      cache: 'no-store',
      signal: AbortSignal.any([request.signal, waiting.signal]),
      // Node requires this option when a body streams.
      duplex: 'half',
    };
    answer = await fetch(config().API_URL + path + url.search, init);
  } catch {
    // The API stops reading a body that is too large, so sending may fail before its answer arrives.
    const isLarge = body instanceof Uint8Array && body.length > USUAL_BYTES;
    return isLarge ? refusal(request, 413, 'tooLarge') : refusal(request, 503, 'unavailable');
  } finally {
    clearTimeout(timer);
  }

  if (isWrite && answer.ok) noteWrite(path);
  const headers = harden(new Headers());
  if (request.headers.has(UNREAD_HEADER)) headers.set(UNREAD_HEADER, 'true');
  for (const name of handedBack) {
    const value = answer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  // Deletes a token from the browser if the API does not know it.
  if (answer.status === 401 && path === '/@me' && token) {
    headers.append('set-cookie', droppedTokenCookie(isSecure(request)));
  }
  return new Response(answer.body, { status: answer.status, headers });
}

/** The limit of nearly all calls. A blog post may be twice as large. */
const USUAL_BYTES = 256 * 1024;

/**
 * Reads JSON completely, because it is small: an answer before the end of a body would leave the browser's connection
 * hanging. Uploads stream.
 */
async function readBody(request: Request): Promise<ReadableStream | Uint8Array<ArrayBuffer> | null | 'tooLarge'> {
  const isJson = /^(application|text)\/json\b/i.test(request.headers.get('content-type') ?? '');
  if (!request.body || !isJson) return request.body;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body as ReadableStream<Uint8Array>) {
    length += chunk.length;
    if (length > 2 * USUAL_BYTES) return 'tooLarge';
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** Prevents the API's responses from running as one of our pages. */
function harden(headers: Headers): Headers {
  for (const [name, value] of Object.entries(securityHeaders)) headers.set(name, value);
  headers.set('content-security-policy', "default-src 'none'; sandbox");
  return headers;
}

function refusal(
  request: Request,
  status: number,
  code: 'badOrigin' | 'tooLarge' | 'unavailable' | 'unknownCall',
): Response {
  const locale = chooseLocale(readCookie(request, LOCALE_COOKIE), request.headers.get('accept-language'));
  const language = languages.find((each) => each.value === locale) ?? languages[0];
  const requestId = request.headers.get('x-request-id') ?? '';
  return Response.json(
    { status, error: language.texts.errors[code].replace('{max}', '256 KiB'), code, requestId },
    // Closes the connection, because the rest of the body is not read.
    { status, headers: harden(new Headers({ 'cache-control': 'no-store', connection: 'close' })) },
  );
}
