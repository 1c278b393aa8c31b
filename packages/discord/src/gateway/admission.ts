import { createHash } from 'node:crypto';
import type { Timers } from '@tally/kernel';
import type { EventName } from './events.ts';

/**
 * Whether this gateway may tell its listeners of an event. While the number of shards changes two sets of shards hear
 * everything, and each event must be told once: see docs/decisions/0071.
 *
 * - `alone`: nobody else listens; everything is told.
 * - `leading`: a new set is coming up and does not tell anything yet.
 * - `muted`: this is the new set.
 * - `claiming`: both may tell; whoever claims an event in the database first does.
 */
export type Admission = 'alone' | 'leading' | 'muted' | 'claiming';

export interface Gate {
  readonly admission: Admission;
  /** True for one of all who ask with this key. */
  claim(key: string): Promise<boolean>;
}

export const openGate: Gate = { admission: 'alone', claim: () => Promise.resolve(true) };

/** Telling these twice does no harm, and a new set of shards has to tell them. */
const alwaysTold = new Set<EventName>(['shardReady', 'serverSeen', 'presencesSeen', 'membersTold']);

/**
 * Whether to tell, or the key to claim first. An event has no id of its own, so its content is one. Somebody may do the
 * same thing twice in these seconds, so equal ones are counted: both sets hear them in the same order.
 */
export function createAdmittance(gate: Gate): (event: EventName, raw: unknown) => boolean | string {
  let counts = new Map<string, number>();
  const keyOf = (event: EventName, raw: unknown): string => {
    const id = idOf(raw);
    // Interactions and messages name themselves, and each is made once.
    if (id && (event === 'interaction' || event === 'messagePosted')) return `${event} ${id}`;
    const base = `${event} ${createHash('sha256').update(JSON.stringify(raw)).digest('base64url')}`;
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    return `${base} ${count}`;
  };
  return (event, raw) => {
    const { admission } = gate;
    if (admission !== 'claiming' && counts.size > 0) counts = new Map();
    if (admission === 'alone' || alwaysTold.has(event)) return true;
    // Discord sends it to one of the two sets, or to both, and does not say which. It must not be lost while the new
    // set is silent.
    if (event === 'interaction') return keyOf(event, raw);
    if (admission === 'leading') return true;
    return admission === 'muted' ? false : keyOf(event, raw);
  };
}

function idOf(raw: unknown): string | null {
  if (typeof raw !== 'object' || raw === null || !('id' in raw)) return null;
  return typeof raw.id === 'string' ? raw.id : null;
}

/** Claims are collected for this long before the database is asked once for all of them. */
const COLLECT_MS = 20;

export interface Claims {
  readonly claim: Gate['claim'];
  /** Resolves when all claims that were made so far are answered. */
  readonly answered: () => Promise<void>;
}

/** Puts many claims into one query. If the database does not answer, the event is told: twice is better than never. */
export function createClaims(timers: Timers, claimAll: (keys: readonly string[]) => Promise<Set<string>>): Claims {
  let waiting = new Map<string, (isOurs: boolean) => void>();
  const asking = new Set<Promise<void>>();
  const ask = async (): Promise<void> => {
    await timers.pause(COLLECT_MS);
    const asked = waiting;
    waiting = new Map();
    const ours = await claimAll([...asked.keys()]).catch(() => null);
    for (const [key, answer] of asked) answer(ours === null || ours.has(key));
  };
  return {
    claim(key) {
      // The same event twice from one session within these milliseconds is a repetition.
      if (waiting.has(key)) return Promise.resolve(false);
      if (waiting.size === 0) {
        const asked = ask().finally(() => asking.delete(asked));
        asking.add(asked);
      }
      return new Promise((resolve) => waiting.set(key, resolve));
    },
    async answered() {
      await Promise.all(asking);
    },
  };
}
