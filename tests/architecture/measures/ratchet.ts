import { readFileSync, writeFileSync } from 'node:fs';
import type { House } from './house.ts';
import { ceilingOf, type Measure, most, type Place, valueOf } from './measure.ts';

export const FILE = 'tests/architecture/measures.json';
const SHOWN = 20;

/** What each measure may be at most. */
export type Ceilings = Readonly<Record<string, number>>;

export const readCeilings = (): Ceilings => JSON.parse(readFileSync(FILE, 'utf8')) as Ceilings;

export const writeCeilings = (ceilings: Ceilings): void =>
  writeFileSync(FILE, `${JSON.stringify(ceilings, null, 2)}\n`);

/** The ceilings after everything that fell is written down. None rises. */
export function lowered(measures: readonly Measure[], house: House, ceilings: Ceilings): Record<string, number> {
  return Object.fromEntries(
    measures.map((measure) => {
      const now = ceilingOf(measure, valueOf(measure, house));
      return [measure.name, Math.min(now, ceilings[measure.name] ?? now)];
    }),
  );
}

/** A message for each measure above its ceiling. The former house is read only if there is one. */
export function risesIn(
  measures: readonly Measure[],
  house: House,
  ceilings: Ceilings,
  readFormer: () => House | null,
): string[] {
  let former: House | null | undefined;
  return measures.flatMap((measure) => {
    const allowed = ceilings[measure.name];
    if (allowed === undefined) return [`${measure.name}: ${FILE} has no number for it`];
    const now = valueOf(measure, house);
    if (now <= allowed) return [];
    former ??= readFormer();
    return [
      [
        `${measure.name} (${measure.says}) rose to ${now}; ${FILE} allows ${allowed}.`,
        ...placesThatRose(measure, house, former, allowed).map((place) => `  ${place}`),
        '  Take the rise back, or raise the number together with a decision that says why (docs/decisions/0281).',
      ].join('\n'),
    ];
  });
}

function placesThatRose(measure: Measure, house: House, former: House | null, allowed: number): string[] {
  const now = measure.placesIn(house);
  const before = new Map((former ? measure.placesIn(former) : []).map((place) => [place.at, place]));
  const risen = now
    .filter(({ at, count }) => count > (before.get(at)?.count ?? 0))
    .filter(({ count }) => measure.total !== most || count > allowed)
    .toSorted((a, b) => growth(b, before) - growth(a, before));
  if (!risen.length) return ['No place grew, so its base must have shrunk.'];
  const shown = risen.slice(0, SHOWN).map((place) => sentenceOn(place, before.get(place.at)));
  return risen.length > SHOWN ? [...shown, `and ${risen.length - SHOWN} more`] : shown;
}

const growth = ({ at, count }: Place, before: ReadonlyMap<string, Place>): number =>
  count - (before.get(at)?.count ?? 0);

function sentenceOn({ at, count, of = [] }: Place, before: Place | undefined): string {
  const old = new Set(before?.of);
  const fresh = of.filter((path) => !old.has(path));
  return `${at}: ${before?.count ?? 0} → ${count}${fresh.length ? ` (${fresh.slice(0, SHOWN).join(', ')})` : ''}`;
}
