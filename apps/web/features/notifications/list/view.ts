'use client';

import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { shows, sorts, type View } from './arrange.ts';

const parsers = {
  q: parseAsString.withDefault(''),
  show: parseAsStringLiteral(shows),
  sort: parseAsStringLiteral(sorts).withDefault('live'),
};

/** Keeps search, filter and sorting in the URL, so they survive a reload and can be shared. */
export function useView(): { view: View; change: (change: Partial<View>) => void; reset: () => void } {
  const [{ q, show, sort }, set] = useQueryStates(parsers);
  return {
    view: { search: q, show, sort },
    change: ({ search, ...rest }) => void set({ ...rest, ...(search === undefined ? {} : { q: search }) }),
    reset: () => void set({ q: null, show: null }),
  };
}
