import type { ErrorReason } from './error-logs.ts';

/** In front of every id that comes from a text of ours or others', so that none of them is one of a page's own. */
export const HEADING_PREFIX = 'on-';

/** Where the handbook says how to mend this kind of error. */
export const mendPath = (reason: ErrorReason): string =>
  `/docs/help/error-log#${HEADING_PREFIX}${reason.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
