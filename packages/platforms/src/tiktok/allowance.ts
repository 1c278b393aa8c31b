import { type CallBudgetState, type CallBudgets, minutes, seconds } from '@tally/kernel';

/** The calls that we may still make, across all processes. */
export interface Allowance {
  take(): Promise<boolean>;
  /**
   * Takes one call for a waiting person, if necessary from the calls reserved for people. Returns 0 on success,
   * otherwise the milliseconds until the next attempt.
   */
  reserveForPerson(): Promise<number>;
  read(): Promise<CallBudgetState>;
  /** Returns calls that were taken but not used. */
  close(): Promise<void>;
}

export interface AllowanceOptions {
  readonly budgets: CallBudgets;
  readonly kind: CallBudgetState['kind'];
  readonly perMinute: number;
  /** How many calls are reserved for people, and how many they may take at most. */
  readonly forPeople: { readonly atLeast: number; readonly atMost: number };
  /** The platform counts in real time and does not follow our clock. */
  readonly nowMs: () => number;
}

const MOST_AT_ONCE = 5;
/** A taken call must be made within this time. */
const KEEPS_MS = seconds(5);

/**
 * The limit holds for any minute, wherever it starts, because a call is counted up to five seconds before it is made.
 */
export function createAllowance(options: AllowanceOptions): Allowance {
  const { budgets, kind, perMinute, forPeople, nowMs } = options;
  const name = `tiktok ${kind}`;
  const count = Math.max(1, Math.min(MOST_AT_ONCE, Math.floor(perMinute / 10)));
  let held = 0;
  let takenAt = new Date(0);
  let taking: Promise<number> | null = null;

  const since = (at: number) => new Date(at - minutes(1) - KEEPS_MS);
  const isHeld = () => held > 0 && nowMs() - takenAt.getTime() <= KEEPS_MS;
  const giveBack = async () => {
    const [unused, at] = [held, takenAt];
    held = 0;
    if (unused > 0) await budgets.giveBack({ name, at, count: unused });
  };
  const reserveSome = async () => {
    await giveBack();
    const at = nowMs();
    const limit = perMinute - forPeople.atLeast;
    const { granted } = await budgets.take({ name, at: new Date(at), since: since(at), limit, count });
    takenAt = new Date(at);
    held = granted;
    if (nowMs() - at <= KEEPS_MS) return granted;
    // The shared count responded so slowly that the calls have expired.
    await giveBack();
    return 0;
  };
  return {
    async take() {
      // Several callers may wait for the same calls, and some of them find none left.
      while (!isHeld()) {
        taking ??= reserveSome().finally(() => {
          taking = null;
        });
        if ((await taking) === 0) return false;
      }
      held -= 1;
      return true;
    },
    async reserveForPerson() {
      const at = nowMs();
      const about = { at: new Date(at), since: since(at), count: 1 };
      const both = [
        { ...about, name: `${name} of people`, limit: forPeople.atMost },
        { ...about, name, limit: perMinute },
      ];
      for (const wanted of both) {
        if ((await budgets.take(wanted)).granted > 0) continue;
        const oldest = await budgets.oldest(wanted);
        return oldest ? oldest.getTime() - wanted.since.getTime() : KEEPS_MS;
      }
      return 0;
    },
    read: async () => ({
      kind,
      used: await budgets.used({ name, since: since(nowMs()) }),
      limit: perMinute,
      resetsAt: null,
    }),
    close: giveBack,
  };
}
