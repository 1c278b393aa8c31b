import { config } from '../config.ts';
import { pictureKind } from './picture-kind.ts';
import { securityHeaders } from './security-headers.ts';

/** The maximum size of an emoji's picture. */
export const MAX_PICTURE_BYTES = 250_000;
const TIMEOUT_MS = 8000;
const KEPT_SECONDS = 86_400;

/** Handles `GET /api/emoji-proxy?url=`: serves pictures of known sites from our own origin. */
export async function proxyPicture(request: Request): Promise<Response> {
  const source = allowedSource(new URL(request.url).searchParams.getAll('url'), config().pictureSources);
  if (!source) return refuse(400);
  const picture = await fetchPicture(source);
  if (typeof picture === 'number') return refuse(picture);
  return new Response(picture.bytes, {
    headers: { ...hard, 'content-type': picture.kind, 'cache-control': `public, max-age=${KEPT_SECONDS}, immutable` },
  });
}

/**
 * Returns the URL if it begins with an allowed prefix. The comparison follows parsing, so other spellings of the host,
 * user names or dots in the path cannot bypass it.
 */
export function allowedSource(wanted: readonly string[], sources: readonly string[]): URL | null {
  const [only] = wanted;
  const url = only !== undefined && wanted.length === 1 && only.length <= 2048 ? URL.parse(only) : null;
  if (!url || url.username !== '' || url.password !== '') return null;
  return sources.some((source) => isBelow(url, source)) ? url : null;
}

function isBelow(url: URL, source: string): boolean {
  const [, wide] = /^(https:\/\/)\*\./.exec(source) ?? [];
  if (wide)
    return url.origin.startsWith(wide) && url.port === '' && url.hostname.endsWith(source.slice(wide.length + 1));
  const base = new URL(source);
  const folder = base.pathname.endsWith('/') ? base.pathname : `${base.pathname}/`;
  return url.origin === base.origin && url.pathname.startsWith(folder);
}

/** Kick serves emote pictures only to its own pages. */
const refererFor = (url: URL): Record<string, string> =>
  isBelow(url, config().kickFilesUrl) ? { referer: 'https://kick.com/' } : {};

async function fetchPicture(
  url: URL,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; kind: string } | 404 | 413 | 415 | 502> {
  try {
    const answer = await fetch(url, {
      // A redirect could lead to any site, so it counts as an error.
      redirect: 'error',
      cache: 'no-store',
      headers: { accept: 'image/*', 'accept-encoding': 'identity', ...refererFor(url) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok || !answer.body) return answer.status === 404 ? 404 : 502;
    const bytes = await readAtMost(answer.body, MAX_PICTURE_BYTES);
    if (!bytes) return 413;
    const kind = pictureKind(bytes);
    return kind ? { bytes, kind } : 415;
  } catch {
    return 502;
  }
}

async function readAtMost(body: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    // Returning ends the loop, which cancels the download.
    if (length > most) return null;
    chunks.push(chunk);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

const hard = {
  ...securityHeaders,
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline; filename="picture"',
} as const;

const refuse = (status: 400 | 404 | 413 | 415 | 502): Response =>
  new Response(null, { status, headers: { ...hard, 'cache-control': 'no-store' } });
