const LEAVING = 'tally:leaving';

/** Leaves for a page from which people return. Unsaved changes are kept, so we don't ask. */
export const letGo = (): void => void window.dispatchEvent(new Event(LEAVING));

export function whenLetGo(then: () => void): () => void {
  window.addEventListener(LEAVING, then);
  return () => window.removeEventListener(LEAVING, then);
}
