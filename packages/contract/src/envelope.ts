import type { ErrorCode } from './errors.ts';

/** Every JSON answer of the API has one of these two shapes. Success is always 200. */
export interface Success<T> {
  status: 200;
  data: T;
}

export interface Failure {
  status: number;
  /** A sentence in the caller's language, or one per bad field, naming it. */
  error: string | string[];
  code: ErrorCode;
  /** Quote it when asking for help: the logs carry it too. */
  requestId: string;
}

export type Envelope<T> = Success<T> | Failure;
