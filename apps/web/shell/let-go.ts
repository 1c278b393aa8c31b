const LEAVING = 'tally:leaving';

/** Leaves for a page that returns people here. Unsaved changes are kept, so there is no question. */
export const letGo = (): void => void window.dispatchEvent(new Event(LEAVING));

export function whenLetGo(then: () => void): () => void {
  window.addEventListener(LEAVING, then);
  return () => window.removeEventListener(LEAVING, then);
}
