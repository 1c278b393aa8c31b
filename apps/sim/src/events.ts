import type { SimClock } from './clock.ts';

export interface SimEvent {
  readonly id: number;
  readonly at: string;
  readonly world: string;
  readonly type: string;
  readonly data: unknown;
}

export interface Events {
  publish(world: string, type: string, data: unknown): void;
  subscribe(listener: (event: SimEvent) => void): () => void;
  since(id: number): SimEvent[];
  /** If false, a world can skip work that only listeners would see. */
  hasListeners(): boolean;
}

const KEPT = 1000;

/** All changes in any world, for the page and for tests that wait for a change. */
export function createEvents(clock: SimClock): Events {
  const listeners = new Set<(event: SimEvent) => void>();
  const kept: SimEvent[] = [];
  let next = 1;
  return {
    publish(world, type, data) {
      // Benches have no listeners, so this costs one increment there.
      const id = next++;
      if (listeners.size === 0) return;
      const event = { id, at: clock.now().toISOString(), world, type, data };
      kept.push(event);
      if (kept.length > KEPT) kept.splice(0, kept.length - KEPT);
      for (const listener of listeners) listener(event);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    since: (id) => kept.filter((event) => event.id > id),
    hasListeners: () => listeners.size > 0,
  };
}
