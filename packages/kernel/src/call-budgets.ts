/** A request for calls from a budget that all processes share. */
export interface WantedCalls {
  readonly name: string;
  /** When the calls start to count. */
  readonly at: Date;
  /** Calls made before this time no longer count. */
  readonly since: Date;
  readonly limit: number;
  readonly count: number;
}

export interface ReservedCalls {
  /** How many calls the caller may make. They count even if the caller does not make them. */
  readonly granted: number;
  /** The calls that all processes have reserved, including these. */
  readonly used: number;
}

/**
 * The budget of a platform that counts the calls of all our processes together. A process that makes many calls
 * reserves several at a time, so it queries the shared count less often.
 */
export interface CallBudgets {
  take(wanted: WantedCalls): Promise<ReservedCalls>;
  /** Returns calls that were reserved but not made. */
  giveBack(about: Pick<WantedCalls, 'name' | 'at' | 'count'>): Promise<void>;
  /** Marks the budget as used up, because the platform reports that no calls are left. */
  exhaust(about: Pick<WantedCalls, 'name' | 'at' | 'since' | 'limit'>): Promise<void>;
  used(about: Pick<WantedCalls, 'name' | 'since'>): Promise<number>;
  /** Returns when the oldest call that still counts was made, or null if none counts. */
  oldest(about: Pick<WantedCalls, 'name' | 'since'>): Promise<Date | null>;
}

/** How much of a budget is used, as staff see it. */
export interface CallBudgetState {
  readonly kind: 'units' | 'pages' | 'rooms';
  readonly used: number;
  readonly limit: number;
  /** When the whole budget is available again. Null if it refills continuously. */
  readonly resetsAt: Date | null;
}

/** Creates budgets for a single process, whose count is not shared. */
export function ownBudgets(): CallBudgets {
  const taken = new Map<string, { at: number; count: number }[]>();
  const current = ({ name, since }: Pick<WantedCalls, 'name' | 'since'>) => {
    const list = (taken.get(name) ?? []).filter(({ at }) => at > since.getTime());
    taken.set(name, list);
    return { list, used: list.reduce((sum, { count }) => sum + count, 0) };
  };
  return {
    async take({ at, limit, count, ...which }) {
      const { list, used } = current(which);
      const granted = Math.max(0, Math.min(count, limit - used));
      list.push({ at: at.getTime(), count: granted });
      return { granted, used: used + granted };
    },
    async giveBack({ name, at, count }) {
      taken.get(name)?.push({ at: at.getTime(), count: -count });
    },
    async exhaust({ at, limit, ...which }) {
      const { list, used } = current(which);
      if (used < limit) list.push({ at: at.getTime(), count: limit - used });
    },
    used: async (which) => current(which).used,
    async oldest(which) {
      const counted = current(which).list.filter(({ count }) => count > 0);
      return counted[0] ? new Date(Math.min(...counted.map(({ at }) => at))) : null;
    },
  };
}
