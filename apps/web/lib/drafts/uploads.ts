import { CallError } from '../call.ts';

/** Allows for a large picture on a slow connection. */
export const UPLOAD_TIMEOUT_MS = 120_000;

/** Rejects a file that is too large before the upload, because the server would refuse it halfway. */
export function refuseLarge({ size }: Blob, most: number): void {
  if (size > most) throw new CallError({ kind: 'refused', fallback: 'fileTooLarge', status: 413 });
}
