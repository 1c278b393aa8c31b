import { createContext, useContext, useSyncExternalStore } from 'react';

/** True in the sheet of a narrow screen, which only exists while it is open. */
export const InSheet = createContext(false);

const wide = '(min-width: 64rem)';
const watch = (onChange: () => void) => {
  const media = window.matchMedia(wide);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
};

/** True if the sidebar is visible. While hidden on narrow screens, it fetches nothing and uses known data. */
export function useIsSeen(): boolean {
  const isWide = useSyncExternalStore(
    watch,
    () => window.matchMedia(wide).matches,
    () => false,
  );
  return useContext(InSheet) || isWide;
}
