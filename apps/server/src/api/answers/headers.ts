import { createHash } from 'node:crypto';

/**
 * These are set on every response, even on those that Node writes before the router. The API returns data and never a
 * document, so a browser may neither load anything from it nor display it. We send no CORS header: other origins cannot
 * read a response, and our web app calls through its own origin.
 */
export const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
} as const satisfies Record<string, string>;

/**
 * Files have our public URL. None may run as a page of ours, but other sites may show them, for example a post's
 * picture in a feed reader.
 */
export const fileHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
} as const satisfies Record<string, string>;

export const jsonType = 'application/json; charset=utf-8';

/** Answers about one caller are never cached. Public answers may be revalidated cheaply. */
export const privateCache = { 'cache-control': 'private, no-store' } as const;
/** For content that never changes at its URL. */
export const lastingCache = { 'cache-control': 'public, max-age=31536000, immutable' } as const;
export const publicCache = {
  'cache-control': 'public, max-age=0, must-revalidate',
  vary: 'accept-language, authorization',
} as const;

export const etagOf = (text: string): string => `W/"${createHash('sha1').update(text).digest('base64url')}"`;

/** Returns the tag of identical bytes, so a client may join parts of them. */
export const strongEtagOf = (version: string): string => `"${createHash('sha1').update(version).digest('base64url')}"`;

export function isKnownTo(etag: string, ifNoneMatch: string | undefined): boolean {
  return ifNoneMatch !== undefined && ifNoneMatch.split(',').some((each) => each.trim() === etag);
}
