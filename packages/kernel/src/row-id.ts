import type { ErrorCode } from '@tally/contract';
import { AppError } from './errors.ts';

/** The number of a row out of an address. What is none names no row, and is refused like one that is not there. */
export function readRowId(text: string, refusal: ErrorCode = 'notFound'): bigint {
  if (!/^\d{1,18}$/.test(text)) throw new AppError(refusal);
  return BigInt(text);
}
