import { createHash } from 'node:crypto';
import type { ErrorCode, RecordVersion } from '@tally/contract';
import { AppError } from './errors.ts';

/** Parses a row's number from a URL. A malformed number is refused like a missing row. */
export function readRowId(text: string, refusal: ErrorCode = 'notFound'): bigint {
  if (!/^\d{1,18}$/.test(text)) throw new AppError(refusal);
  return BigInt(text);
}

/** This length prevents two states of one record from sharing a version by chance. */
const VERSION_LENGTH = 16;

/** Returns the version of a record with these settings. The order of its keys does not matter. */
export const versionOf = (settings: object): RecordVersion =>
  createHash('sha256').update(JSON.stringify(settings, inOrder)).digest('base64url').slice(0, VERSION_LENGTH);

const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;
