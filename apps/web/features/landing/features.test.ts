import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { features, stills } from './features.ts';

const handbook = path.join(import.meta.dirname, '../../../../docs/public');

it('links every feature to a page of the handbook, and names each once', () => {
  const all = Object.values(features).flat();
  expect(all.filter(([, page]) => !existsSync(path.join(handbook, `${page}.md`)))).toEqual([]);
  expect(new Set(all.map(([name]) => name)).size).toBe(all.length);
});

it('has a still picture for each scene', () => {
  expect(Object.values(stills).filter((name) => !existsSync(path.join(handbook, 'pictures', name)))).toEqual([]);
});
