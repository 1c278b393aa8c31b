import type { ErrorCode } from './errors.ts';

/** Every JSON answer of the API has one of these two shapes. Success is always 200. */
export interface Success<T> {
  status: 200;
  data: T;
}

export interface Failure {
  status: number;
  /** A sentence in the caller's language, or one per bad field, which names the field. */
  error: string | string[];
  code: ErrorCode;
  /** People quote it in support requests, and the logs contain it too. */
  requestId: string;
}

export type Envelope<T> = Success<T> | Failure;
