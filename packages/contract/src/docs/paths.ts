import type { ErrorReason } from '../error-logs/calls.ts';

/** A prefix for ids in our own and other people's texts, so they never equal the page's own ids. */
export const HEADING_PREFIX = 'on-';

/** Returns the handbook page that explains how to fix this kind of error. */
export const mendPath = (reason: ErrorReason): string =>
  `/docs/help/error-log#${HEADING_PREFIX}${reason.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
