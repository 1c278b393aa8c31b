/**
 * Parts of a page are fetched when they are wanted. Once a newer version stands there, pages of the old one cannot have
 * them any more; and what failed once, for whatever reason, the bundle's own loader never fetches again. Only a reload
 * helps, as soon as there is somebody to reload from.
 */
let isNeeded = false;
const listeners = new Set<() => void>();

export const isReloadNeeded = (): boolean => isNeeded;

export function whenReloadNeeded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What Turbopack's loader throws. */
export const isMissingScript = (error: unknown): boolean => error instanceof Error && error.name === 'ChunkLoadError';

/** A script did not arrive. Says whether a reload mends that, or nobody answers at all. */
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
