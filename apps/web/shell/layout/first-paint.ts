import { memories } from '../../lib/drafts/remembered.ts';

/** The key of the stored theme; without a choice the system decides. */
export const THEME_KEY = 'theme';

export type Theme = 'light' | 'dark';

export function readTheme(): Theme {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
}

/** Applies immediately and in other tabs; stored by this browser. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage is disabled: the choice lasts as long as the page.
    return;
  }
}

export function setSidebarCollapsed(isCollapsed: boolean): void {
  memories.isSidebarCollapsed.write(isCollapsed);
  document.documentElement.dataset.sidebar = isCollapsed ? 'collapsed' : 'open';
}

export function dismissPromo(): void {
  memories.isPromoDismissed.write(true);
  document.documentElement.dataset.promo = 'dismissed';
}
