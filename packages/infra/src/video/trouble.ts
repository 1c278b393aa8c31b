import { AnswerError, LimitError } from './guard-fetch.ts';

/** Only `unreachable` is worth a retry, or `denied` with a new URL. */
export type RemuxTrouble = 'tooLarge' | 'refused' | 'unusable' | 'denied' | 'unreachable';

export class RemuxError extends Error {
  readonly kind: RemuxTrouble;
  constructor(kind: RemuxTrouble, message: string) {
    super(message);
    this.name = 'RemuxError';
    this.kind = kind;
  }
}

/** Classifies a failure to read a segment or a playlist. */
export function troubleOf(error: unknown): RemuxError {
  if (error instanceof RemuxError) return error;
  const why = error instanceof Error ? error.message : String(error);
  if (error instanceof LimitError) return new RemuxError(error.kind, why);
  const isDenied = error instanceof AnswerError && [401, 403].includes(error.status);
  return new RemuxError(isDenied ? 'denied' : 'unreachable', why);
}
