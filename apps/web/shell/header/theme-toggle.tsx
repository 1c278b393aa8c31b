'use client';

import { Moon, Sun } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';
import { iconButtonClass } from '../../ui/icon-button.tsx';
import { readTheme, setTheme } from '../layout/first-paint.ts';

/** Contains both icons, and the theme's CSS shows the right one, so the server need not know the theme. */
export function ThemeToggle({ words }: { words: { toLight: string; toDark: string } }) {
  const toggle = () => setTheme(readTheme() === 'dark' ? 'light' : 'dark');
  return (
    <button type="button" onClick={toggle} className={iconButtonClass}>
      <span className="hidden dark:contents">
        <Icon of={Sun} />
        <span className="sr-only">{words.toLight}</span>
      </span>
      <span className="contents dark:hidden">
        <Icon of={Moon} />
        <span className="sr-only">{words.toDark}</span>
      </span>
    </button>
  );
}
