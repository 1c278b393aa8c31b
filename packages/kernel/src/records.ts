import { createHash } from 'node:crypto';
import type { ErrorCode, RecordVersion } from '@tally/contract';
import { AppError } from './errors.ts';

/** Parses a row's number from an address. A malformed one is refused like a row that does not exist. */
export function readRowId(text: string, refusal: ErrorCode = 'notFound'): bigint {
  if (!/^\d{1,18}$/.test(text)) throw new AppError(refusal);
  return BigInt(text);
}

/** Long enough that two states of one record never share a version by chance. */
const VERSION_LENGTH = 16;

/** The version of a record with these settings; the order of its keys does not matter. */
export const versionOf = (settings: object): RecordVersion =>
  createHash('sha256').update(JSON.stringify(settings, inOrder)).digest('base64url').slice(0, VERSION_LENGTH);

const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;
