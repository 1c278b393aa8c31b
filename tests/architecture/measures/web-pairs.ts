import { featureOf } from '../rules/source.ts';
import type { House } from './house.ts';
import type { Measure, Place } from './measure.ts';

/** Returns the imports between web features, by `from → to`. */
export function arrowsBetween(house: House): Map<string, string[]> {
  const arrows = new Map<string, string[]>();
  for (const { path } of house.product) {
    const own = path.startsWith('apps/web/') ? featureOf(path) : undefined;
    if (!own) continue;
    for (const target of house.importsOf(path)) {
      const other = featureOf(target);
      if (!other || other === own) continue;
      const key = `${own} → ${other}`;
      arrows.set(key, [...(arrows.get(key) ?? []), `${path} → ${target}`]);
    }
  }
  return arrows;
}

function pairs(house: House): Place[] {
  const arrows = arrowsBetween(house);
  return [...arrows].flatMap(([key, of]) => {
    const [from = '', to = ''] = key.split(' → ');
    const back = arrows.get(`${to} → ${from}`);
    return back && from < to ? [{ at: `${from} ↔ ${to}`, count: 1, of: [...of, ...back] }] : [];
  });
}

export const webPairs: readonly Measure[] = [
  { name: 'mutualWebFeatures', says: 'pairs of web features that import each other', target: 0, placesIn: pairs },
];
