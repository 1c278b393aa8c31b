import type { Clock, Log } from '@tally/kernel';

/** The result of one call. Undocumented pages fail often, so a failure is a value. */
export type Read<T> =
  | { readonly kind: 'told'; readonly data: T }
  /** TikTok reports that the name does not exist. */
  | { readonly kind: 'absent' }
  | Trouble;

export interface Trouble {
  readonly kind: 'trouble';
  readonly reason: string;
  /** True for a block or a challenge, after which the next call of this kind would fail as well. */
  readonly isBlock: boolean;
  /** True if the failure does not count against this method. */
  readonly isHarmless?: boolean;
  readonly retryAt?: Date;
}

/** One way to get an answer. A request tries the ways in order. */
export interface Strategy<About, T> {
  readonly id: string;
  readonly read: (about: About) => Promise<Read<T>>;
}

export interface Health {
  /** Returns when the way may be tried again. */
  restsUntil(id: string): Date | null;
  note(id: string, read: Read<unknown>): void;
}

const FAILURES_ALLOWED = 3;
const FIRST_REST_MS = 60_000;
const LONGEST_REST_MS = 30 * 60_000;

/** Each way has its own back-off: a challenge pauses it immediately, other failures after three in a row. */
export function createHealth({ clock, log }: { clock: Clock; log: Log }): Health {
  const states = new Map<string, { failures: number; rests: number; until: Date | null }>();
  const stateOf = (id: string) => states.get(id) ?? { failures: 0, rests: 0, until: null };
  return {
    restsUntil(id) {
      const { until } = stateOf(id);
      return until && until > clock.now() ? until : null;
    },
    note(id, read) {
      const { failures, rests } = stateOf(id);
      if (read.kind !== 'trouble') {
        if (rests > 0) log.info({ way: id }, 'TikTok answers in this way again');
        states.delete(id);
        return;
      }
      if (read.isHarmless) return;
      const isTired = read.isBlock || failures + 1 >= FAILURES_ALLOWED;
      if (!isTired) return void states.set(id, { failures: failures + 1, rests, until: null });
      const restMs = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** rests);
      // After the pause, one failure is enough for a longer pause.
      const until = new Date(clock.now().getTime() + restMs);
      states.set(id, { failures: FAILURES_ALLOWED - 1, rests: rests + 1, until });
      if (rests === 0)
        log.warn({ way: id, reason: read.reason, restMs }, 'TikTok does not answer in this way; the way pauses');
    },
  };
}

/**
 * Tries the ways in order until one succeeds. "Absent" counts only if two ways report it, because a page may be missing
 * for other reasons.
 */
export async function runChain<About, T>(
  strategies: readonly Strategy<About, T>[],
  health: Health,
  about: About,
): Promise<Read<T>> {
  const troubles: Trouble[] = [];
  let absences = 0;
  for (const { id, read } of strategies) {
    if (absences === 2) break;
    const retryAt = health.restsUntil(id);
    if (retryAt) {
      troubles.push({ kind: 'trouble', reason: `${id}: rests`, isBlock: false, retryAt });
      continue;
    }
    const answer = await read(about);
    health.note(id, answer);
    if (answer.kind === 'told') return answer;
    if (answer.kind === 'absent') absences += 1;
    else troubles.push({ ...answer, reason: `${id}: ${answer.reason}` });
  }
  return absences > 0 ? { kind: 'absent' } : summarise(troubles);
}

function summarise(troubles: readonly Trouble[]): Trouble {
  const moments = troubles.flatMap(({ retryAt }) => retryAt ?? []);
  const first = moments.toSorted((left, right) => left.getTime() - right.getTime())[0];
  return {
    kind: 'trouble',
    reason: troubles.map(({ reason }) => reason).join('; ') || 'nobody to ask',
    isBlock: troubles.some(({ isBlock }) => isBlock),
    // If a way pauses only for this channel, there is no need to wait for the others.
    ...(first && moments.length === troubles.length ? { retryAt: first } : {}),
  };
}
