'use client';

import { parseAsArrayOf, parseAsNumberLiteral, parseAsStringLiteral, useQueryStates } from 'nuqs';

export const lookbacks = [1, 7, 28, 90, 365] as const;
export type Lookback = (typeof lookbacks)[number];

export const chartNames = ['posts', 'took', 'uses', 'servers', 'people'] as const;
export type ChartName = (typeof chartNames)[number];

const parsers = {
  days: parseAsNumberLiteral(lookbacks).withDefault(7),
  /** The charts that are open as tables. */
  table: parseAsArrayOf(parseAsStringLiteral(chartNames)).withDefault([]),
};

/** The view is part of the URL, so people can share it. */
export function useShown() {
  const [{ days, table }, set] = useQueryStates(parsers);
  return {
    days,
    look: (lookback: Lookback) => void set({ days: lookback }),
    isTable: (name: ChartName) => table.includes(name),
    show: (name: ChartName) => void set({ table: [...table.filter((each) => each !== name), name] }),
    turn: (name: ChartName) =>
      void set({ table: table.includes(name) ? table.filter((each) => each !== name) : [...table, name] }),
  };
}
