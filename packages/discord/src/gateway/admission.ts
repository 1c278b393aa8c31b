import { createHash } from 'node:crypto';
import type { Timers } from '@tally/kernel';
import type { EventName } from './events.ts';

/**
 * Whether this gateway may pass an event to its listeners. While the number of shards changes, two sets of shards
 * receive everything, but each event must be passed on once: see docs/decisions/0071.
 *
 * - `alone`: there is no other set, so everything is passed on.
 * - `leading`: a new set is starting and stays silent.
 * - `muted`: this is the new set.
 * - `claiming`: both may, and the set that first claims an event in the database passes it on.
 */
export type Admission = 'alone' | 'leading' | 'muted' | 'claiming';

export interface Gate {
  readonly admission: Admission;
  /** Returns true for exactly one caller per key. */
  claim(key: string): Promise<boolean>;
}

export const openGate: Gate = { admission: 'alone', claim: () => Promise.resolve(true) };

/** Events that may safely be passed on twice and that a new set of shards must pass on. */
const alwaysPassedOn = new Set<EventName>(['shardReady', 'serverSeen', 'presencesSeen', 'membersTold']);

/**
 * Returns whether to pass the event on, or the key to claim first. Most events have no id, so the key is a hash of the
 * content. The same action may happen twice within seconds, so equal events are counted: both sets receive them in the
 * same order.
 */
export function createAdmittance(gate: Gate): (event: EventName, raw: unknown) => boolean | string {
  let counts = new Map<string, number>();
  const keyOf = (event: EventName, raw: unknown): string => {
    const id = idOf(raw);
    // Interactions and messages have an id, and each is created once.
    if (id && (event === 'interaction' || event === 'messagePosted')) return `${event} ${id}`;
    const base = `${event} ${createHash('sha256').update(JSON.stringify(raw)).digest('base64url')}`;
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    return `${base} ${count}`;
  };
  return (event, raw) => {
    const { admission } = gate;
    if (admission !== 'claiming' && counts.size > 0) counts = new Map();
    if (admission === 'alone' || alwaysPassedOn.has(event)) return true;
    // Discord sends an interaction to one of the two sets, or to both, without saying which. It must not be lost while
    // the new set is silent.
    if (event === 'interaction') return keyOf(event, raw);
    if (admission === 'leading') return true;
    return admission === 'muted' ? false : keyOf(event, raw);
  };
}

function idOf(raw: unknown): string | null {
  if (typeof raw !== 'object' || raw === null || !('id' in raw)) return null;
  return typeof raw.id === 'string' ? raw.id : null;
}

/** Claims are collected for this long and sent to the database in one query. */
const COLLECT_MS = 20;

export interface Claims {
  readonly claim: Gate['claim'];
  /** Resolves when all claims so far have a result. */
  readonly answered: () => Promise<void>;
}

/**
 * Combines many claims into one query. If the database does not respond, the event is passed on, because twice is
 * better than never.
 */
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
      // If one session sends the same event again within this many milliseconds, Discord has repeated it.
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
