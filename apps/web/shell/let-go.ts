const LEAVING = 'tally:leaving';

/** Leaves for a page that brings people back here: what is unsaved is kept, so nobody is asked. */
export const letGo = (): void => void window.dispatchEvent(new Event(LEAVING));

export function whenLetGo(then: () => void): () => void {
  window.addEventListener(LEAVING, then);
  return () => window.removeEventListener(LEAVING, then);
}
