import { createContext, useContext, useSyncExternalStore } from 'react';

/** True for the sheet of a narrow screen, which exists only while open. */
export const InSheet = createContext(false);

const wide = '(min-width: 64rem)';
const watch = (onChange: () => void) => {
  const media = window.matchMedia(wide);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
};

/** On narrow screens the hidden sidebar stays in the page: then it fetches nothing and renders only what is known. */
export function useIsSeen(): boolean {
  const isWide = useSyncExternalStore(
    watch,
    () => window.matchMedia(wide).matches,
    () => false,
  );
  return useContext(InSheet) || isWide;
}
