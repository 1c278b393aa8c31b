import { CallError } from '../call.ts';

/** A large picture on a slow line. */
export const UPLOAD_TIMEOUT_MS = 120_000;

/** A file that is too large is not sent: the refusal would arrive long before the end of the upload. */
export function refuseLarge({ size }: Blob, most: number): void {
  if (size > most) throw new CallError({ kind: 'refused', fallback: 'fileTooLarge', status: 413 });
}
