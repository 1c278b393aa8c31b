/**
 * Parts of a page load on demand, which fails for old pages after an update. The bundler's loader never retries a
 * failed part, so only a reload helps, once the server answers.
 */
let isNeeded = false;
const listeners = new Set<() => void>();

export const isReloadNeeded = (): boolean => isNeeded;

export function whenReloadNeeded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Recognizes the error that Turbopack's loader throws. */
export const isMissingScript = (error: unknown): boolean => error instanceof Error && error.name === 'ChunkLoadError';

/** Handles a script that failed to load. Returns true if a reload helps, and false if the server does not answer. */
export async function noteMissingScript(): Promise<boolean> {
  if (isNeeded) return true;
  isNeeded = await siteAnswers();
  if (isNeeded) for (const listener of listeners) listener();
  return isNeeded;
}

async function siteAnswers(): Promise<boolean> {
  try {
    await fetch('/icon.svg', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(8000) });
    return true;
  } catch {
    return false;
  }
}
