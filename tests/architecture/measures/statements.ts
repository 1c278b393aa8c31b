import { foreignPrivate, isShipped } from '../rules/foreign.ts';
import type { SourceFile } from '../rules/source.ts';
import { type Measure, occurrences } from './measure.ts';

const isFeature = ({ path }: SourceFile): boolean => path.startsWith('packages/features/');

export const statements: readonly Measure[] = [
  {
    name: 'deliveryInserts',
    says: '`INSERT INTO deliveries` statements',
    target: 1,
    placesIn: ({ product }) => occurrences(product, /\binsert into deliveries\b|\.insert\(deliveries\)/gi),
  },
  {
    name: 'foreignPrivates',
    says: 'private members of foreign objects that are read or replaced',
    target: 0,
    placesIn: ({ product }) => occurrences(product.filter(isShipped), foreignPrivate),
  },
  {
    name: 'weakMapsInFeatures',
    says: '`WeakMap` registries in features',
    target: 0,
    placesIn: ({ product }) => occurrences(product.filter(isFeature), /\bnew WeakMap\b/g),
  },
  {
    name: 'weakMaps',
    says: '`WeakMap` registries in the whole house',
    target: 8,
    placesIn: ({ product }) => occurrences(product.filter(isShipped), /\bnew WeakMap\b/g),
  },
  {
    name: 'locksByHand',
    says: '`pg_advisory_xact_lock` outside `lockOn`',
    target: 0,
    placesIn: ({ product }) =>
      occurrences(
        product.filter(({ path }) => path !== 'packages/infra/src/db/lock-on.ts'),
        /\bpg_advisory_xact_lock\b/g,
      ),
  },
  {
    name: 'tablesOfTries',
    says: 'tables that count wrong tries',
    target: 1,
    placesIn: ({ product }) => occurrences(product, /\bpgTable\(\s*'(?:\w+_)?tries'/g),
  },
  {
    name: 'cursorCodecs',
    says: 'places that read or write the cursor of a page',
    target: 1,
    placesIn: ({ product }) =>
      occurrences(
        product.filter(({ path }) => /^packages\/(features|infra|pipeline)\//.test(path)),
        /\b(?:function|const)\s+(?:read|write|parse|encode|decode)?[cC]ursor(?:Of|From|At)?\s*(?:<[^(]*>)?\s*(?:\(|= (?:async )?\()/g,
      ),
  },
];
