import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { memories } from '../../lib/drafts/remembered.ts';
import { THEME_KEY } from './first-paint.ts';
import { firstPaintCode } from './first-paint-script.tsx';

function firstPaint(stored: Record<string, string> | 'refuses', prefersLight = false): Record<string, string> {
  const dataset: Record<string, string> = {};
  const page = {
    document: { documentElement: { dataset } },
    matchMedia: () => ({ matches: prefersLight }),
    get localStorage() {
      if (stored === 'refuses') throw new Error('SecurityError');
      return { getItem: (key: string) => stored[key] ?? null };
    },
  };
  runInNewContext(firstPaintCode, page);
  return dataset;
}

describe('known before the first paint', () => {
  test('nothing is remembered: the system decides the theme', () => {
    expect(firstPaint({})).toEqual({ theme: 'dark', sidebar: 'open', promo: 'shown' });
    expect(firstPaint({}, true).theme).toBe('light');
  });

  test('the choices of this browser win', () => {
    const stored = {
      [THEME_KEY]: 'light',
      [memories.isSidebarCollapsed.key]: JSON.stringify(true),
      [memories.isPromoDismissed.key]: JSON.stringify(true),
    };
    expect(firstPaint(stored)).toEqual({ theme: 'light', sidebar: 'collapsed', promo: 'dismissed' });
  });

  test('nonsense in the storage is ignored', () => {
    expect(firstPaint({ [THEME_KEY]: '<script>' }).theme).toBe('dark');
  });

  test('a browser that refuses storage still gets a theme', () => {
    expect(firstPaint('refuses', true).theme).toBe('light');
  });
});
