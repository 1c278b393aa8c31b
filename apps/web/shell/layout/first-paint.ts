import { memories } from '../../lib/drafts/remembered.ts';

/** Where the theme is remembered; without a choice the system decides. */
export const THEME_KEY = 'theme';

export type Theme = 'light' | 'dark';

export function readTheme(): Theme {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
}

/** Takes effect at once and in other tabs; kept by this browser. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage is switched off: the choice lasts as long as the page.
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
