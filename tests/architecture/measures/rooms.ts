import { dirname } from 'node:path';
import { valueImportsOf } from '../rules/circles.ts';
import type { SourceFile } from '../rules/source.ts';
import type { House } from './house.ts';
import { type Measure, most, type Place } from './measure.ts';

const linesOf = (text: string): number => text.trimEnd().split('\n').length;

/** Each home has one text file per language, even a small one, so translators find the same files in each. */
const isText = (path: string): boolean => path.startsWith('packages/contract/src/texts/');

const files = ({ folders }: House): Place[] =>
  [...folders]
    .filter(([at]) => !isText(at))
    .map(([at, own]) => ({ at, count: own.length, of: own.map(({ path }) => path) }));

/** Returns the names that a feature's index.ts exports. */
function publicNames({ product }: House): Place[] {
  return product
    .filter(({ path }) => /^packages\/features\/src\/(?:tools\/)?[^/]+\/index\.ts$/.test(path))
    .map(({ path, text }) => {
      const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list]) =>
        (list ?? '').split(',').filter((name) => name.trim() !== ''),
      );
      const single = [...text.matchAll(/^export (?:async )?(?:const|function|class|interface|type)\s+\w/gm)];
      return { at: path, count: lists.length + single.length };
    });
}

/**
 * Returns the longest import chain in a folder, by its first file. Type imports do not count, because they may form
 * circles.
 */
function chains({ folders }: House): Place[] {
  return [...folders.values()].flatMap((own) => {
    const next = new Map(own.map((file) => [file.path, file]));
    const ways = new Map<string, readonly string[]>();
    const longestFrom = (path: string, above: ReadonlySet<string>): readonly string[] => {
      const known = ways.get(path);
      if (known) return known;
      const trail = new Set([...above, path]);
      const below = valueImportsOf(next.get(path) as SourceFile)
        .filter((target) => next.has(target) && !trail.has(target))
        .map((target) => longestFrom(target, trail))
        .reduce<readonly string[]>((best, each) => (each.length > best.length ? each : best), []);
      const way = [path, ...below];
      ways.set(path, way);
      return way;
    };
    return own.map(({ path }) => {
      const way = longestFrom(path, new Set());
      return { at: path, count: way.length, of: way };
    });
  });
}

/** Files that the layout of homes, tools, processes, worlds or platforms requires, so they cannot be merged. */
const named = [
  /^packages\/features\/src\/(?:tools\/)?[\w-]+\/(?:commands|gateway|jobs|platform|routes|tables)\.ts$/,
  /^packages\/infra\/src\/[\w-]+\/(?:jobs|tables)\.ts$/,
  /^apps\/web\/features\/(?:tools\/)?[\w-]+\/api\.ts$/,
  /^apps\/server\/src\/(?:all|api|bot|worker)\.ts$/,
  /^apps\/sim\/src\/[\w-]+\/(?:controls|panel|world)\.ts$/,
  /^packages\/(?:contract\/src|kernel\/src\/config)\/platforms\/[\w-]+\.ts$/,
];
const isNamed = (path: string): boolean => named.some((layout) => layout.test(path));

const crumbs = (house: House): Place[] =>
  house.product
    .filter(({ path, text }) => linesOf(text) <= 30 && !isText(path) && !isNamed(path))
    .filter(({ path }) => {
      const [only, ...others] = house.importersOf(path);
      return only !== undefined && others.length === 0 && dirname(only) === dirname(path);
    })
    .map(({ path }) => ({ at: path, count: 1 }));

export const rooms: readonly Measure[] = [
  {
    name: 'filesInOneFolder',
    says: 'files in one folder, tests and texts aside',
    target: 20,
    placesIn: files,
    total: most,
  },
  {
    name: 'publicNamesOfOneFeature',
    says: 'public names of one feature',
    target: 25,
    placesIn: publicNames,
    total: most,
  },
  { name: 'longestChain', says: 'longest chain of imports inside a folder', target: 9, placesIn: chains, total: most },
  {
    name: 'crumbs',
    says: 'files of up to 30 lines with one importer, in the same folder; texts and files that the layout names aside',
    target: 80,
    placesIn: crumbs,
  },
];
