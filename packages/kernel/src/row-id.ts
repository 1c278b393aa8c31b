import type { ErrorCode } from '@tally/contract';
import { AppError } from './errors.ts';

/** Parses a row's number from an address. A malformed one is refused like a row that does not exist. */
export function readRowId(text: string, refusal: ErrorCode = 'notFound'): bigint {
  if (!/^\d{1,18}$/.test(text)) throw new AppError(refusal);
  return BigInt(text);
}
