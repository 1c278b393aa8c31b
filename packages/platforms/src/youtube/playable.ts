import { type Playable, UpstreamError } from '@tally/kernel';
import { type LookedUp, MOST_IDS } from './client.ts';

type Load = (ids: readonly string[]) => Promise<ReadonlyMap<string, LookedUp<Playable>>>;

interface Waiting {
  readonly id: string;
  readonly found: PromiseWithResolvers<Playable | null>;
}

/**
 * Combines requests that arrive during a call into the next call, because fifty videos cost as much as one. The first
 * request does not wait.
 */
export function together(load: Load): (id: string) => Promise<Playable | null> {
  let waiting: Waiting[] = [];
  let isAsking = false;
  const ask = async (): Promise<void> => {
    isAsking = true;
    while (waiting.length > 0) {
      const ids = new Set([...new Set(waiting.map(({ id }) => id))].slice(0, MOST_IDS));
      const now = waiting.filter(({ id }) => ids.has(id));
      waiting = waiting.filter(({ id }) => !ids.has(id));
      await answer(load, [...ids], now);
    }
    isAsking = false;
  };
  return async (id) => {
    const found = Promise.withResolvers<Playable | null>();
    waiting.push({ id, found });
    if (!isAsking) void ask();
    return await found.promise;
  };
}

async function answer(load: Load, ids: readonly string[], asking: readonly Waiting[]): Promise<void> {
  try {
    const looked = await load(ids);
    for (const { id, found } of asking) {
      const each = looked.get(id) ?? { state: 'missing' };
      if (each.state === 'unknown') found.reject(oddly(each.reason));
      else found.resolve(each.state === 'found' ? each.video : null);
    }
  } catch (error) {
    for (const { found } of asking) found.reject(error);
  }
}

/** An unreadable video is an error, not a missing video. */
const oddly = (message: string) => new UpstreamError({ world: 'youtube', kind: 'odd', message });
