import { memories } from '../../lib/drafts/remembered.ts';

/** The storage key of the theme. Without a choice, the system's theme applies. */
export const THEME_KEY = 'theme';

export type Theme = 'light' | 'dark';

export function readTheme(): Theme {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
}

/** Sets the theme immediately and in other tabs. This browser stores it. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage is disabled, so the choice lasts as long as the page.
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
