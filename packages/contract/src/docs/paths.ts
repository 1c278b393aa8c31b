import type { ErrorReason } from '../error-logs/calls.ts';

/** A prefix for every id from our own or other people's texts, so none collides with the page's ids. */
export const HEADING_PREFIX = 'on-';

/** The handbook page that explains how to fix this kind of error. */
export const mendPath = (reason: ErrorReason): string =>
  `/docs/help/error-log#${HEADING_PREFIX}${reason.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
