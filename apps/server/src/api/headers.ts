import { createHash } from 'node:crypto';

/**
 * Set on every answer, also on those that Node writes before the router. The API hands out data and never a
 * document, so a browser may load nothing from it and show it nowhere. No CORS header is ever sent: pages of
 * other origins can not read an answer, our own web app calls through its own origin.
 */
export const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
} as const satisfies Record<string, string>;

/**
 * Files are read at our public address: nothing in one may run as a page of ours, and other sites may show it, such as a
 * picture of a post in a reader of feeds.
 */
export const fileHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
} as const satisfies Record<string, string>;

export const jsonType = 'application/json; charset=utf-8';

/** Answers about one caller are cached nowhere; answers that are the same for everybody may be revalidated cheaply. */
export const privateCache = { 'cache-control': 'private, no-store' } as const;
/** What never changes under its address. */
export const lastingCache = { 'cache-control': 'public, max-age=31536000, immutable' } as const;
export const publicCache = {
  'cache-control': 'public, max-age=0, must-revalidate',
  vary: 'accept-language, authorization',
} as const;

export const etagOf = (text: string): string => `W/"${createHash('sha1').update(text).digest('base64url')}"`;

/** Of bytes that are the same to the last one, so that parts of them may be put together. */
export const strongEtagOf = (version: string): string => `"${createHash('sha1').update(version).digest('base64url')}"`;

export function isKnownTo(etag: string, ifNoneMatch: string | undefined): boolean {
  return ifNoneMatch !== undefined && ifNoneMatch.split(',').some((each) => each.trim() === etag);
}
