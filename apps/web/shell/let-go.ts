const LEAVING = 'tally:leaving';

/** Announces a navigation from which people return. Unsaved changes are kept, so no warning is needed. */
export const letGo = (): void => void window.dispatchEvent(new Event(LEAVING));

export function whenLetGo(then: () => void): () => void {
  window.addEventListener(LEAVING, then);
  return () => window.removeEventListener(LEAVING, then);
}
