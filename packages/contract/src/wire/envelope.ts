import type { ErrorCode } from './errors.ts';

/** All JSON answers of the API have one of these two shapes. A success always has status 200. */
export interface Success<T> {
  status: 200;
  data: T;
}

export interface Failure {
  status: number;
  /** A sentence in the caller's language, or one sentence per invalid field, which names the field. */
  error: string | string[];
  code: ErrorCode;
  /** People quote this id in support requests, and the logs contain it. */
  requestId: string;
}

export type Envelope<T> = Success<T> | Failure;
