/** So many calls are wanted of a budget that everybody shares. */
export interface WantedCalls {
  readonly name: string;
  /** They count from then on. */
  readonly at: Date;
  /** What was taken until then counts no more. */
  readonly since: Date;
  readonly limit: number;
  readonly count: number;
}

export interface TakenCalls {
  /** So many of them may be made; they are counted, made or not. */
  readonly granted: number;
  /** By everybody together, these included. */
  readonly used: number;
}

/**
 * Calls to a platform that counts those of all our processes together. Who makes many takes some at a time, so that the
 * common count is not asked for each of them.
 */
export interface CallBudgets {
  take(wanted: WantedCalls): Promise<TakenCalls>;
  /** Taken and not made. */
  giveBack(about: Pick<WantedCalls, 'name' | 'at' | 'count'>): Promise<void>;
  /** Whoever counts out there says that nothing is left. */
  exhaust(about: Pick<WantedCalls, 'name' | 'at' | 'since' | 'limit'>): Promise<void>;
  used(about: Pick<WantedCalls, 'name' | 'since'>): Promise<number>;
  /** When the oldest call was counted that still counts; null where none does. */
  oldest(about: Pick<WantedCalls, 'name' | 'since'>): Promise<Date | null>;
}

/** How much of a budget is used, for those who run the service. */
export interface CallBudgetState {
  readonly kind: 'units' | 'pages' | 'rooms';
  readonly used: number;
  readonly limit: number;
  /** When all of it is back; null: a little every moment. */
  readonly resetsAt: Date | null;
}

/** The same for one process that counts alone. */
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
