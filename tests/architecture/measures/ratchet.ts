import { readFileSync, writeFileSync } from 'node:fs';
import type { House } from './house.ts';
import { ceilingOf, type Measure, most, type Place, valueOf } from './measure.ts';

export const FILE = 'tests/architecture/measures.json';
const SHOWN = 20;

/** The maximum value of each measure. */
export type Ceilings = Readonly<Record<string, number>>;

export const readCeilings = (): Ceilings => JSON.parse(readFileSync(FILE, 'utf8')) as Ceilings;

export const writeCeilings = (ceilings: Ceilings): void =>
  writeFileSync(FILE, `${JSON.stringify(ceilings, null, 2)}\n`);

/** Returns the limits after all decreases are stored. No limit rises. */
export function lowered(measures: readonly Measure[], house: House, ceilings: Ceilings): Record<string, number> {
  return Object.fromEntries(
    measures.map((measure) => {
      const now = ceilingOf(measure, valueOf(measure, house));
      return [measure.name, Math.min(now, ceilings[measure.name] ?? now)];
    }),
  );
}

/**
 * Returns a message for each measure above its limit. `formers` are earlier commits, newest first, which are read only
 * after a rise. The rise is compared with the newest one within the limit.
 */
export function risesIn(
  measures: readonly Measure[],
  house: House,
  ceilings: Ceilings,
  formers: Iterable<House>,
): string[] {
  const older = formers[Symbol.iterator]();
  const read: House[] = [];
  const formerWithin = (measure: Measure, allowed: number): House | undefined => {
    for (let at = 0; ; at++) {
      if (at === read.length) {
        const next = older.next();
        if (next.done) return read.at(-1);
        read.push(next.value);
      }
      const former = read[at] as House;
      if (valueOf(measure, former) <= allowed) return former;
    }
  };
  return measures.flatMap((measure) => {
    const allowed = ceilings[measure.name];
    if (allowed === undefined) return [`${measure.name}: ${FILE} has no number for it`];
    const now = valueOf(measure, house);
    if (now <= allowed) return [];
    return [
      [
        `${measure.name} (${measure.says}) rose to ${now}; ${FILE} allows ${allowed}.`,
        ...placesThatRose(measure, house, formerWithin(measure, allowed), allowed).map((place) => `  ${place}`),
        '  Take the rise back, or raise the number together with a decision that says why (docs/decisions/0281).',
      ].join('\n'),
    ];
  });
}

function placesThatRose(measure: Measure, house: House, former: House | undefined, allowed: number): string[] {
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
