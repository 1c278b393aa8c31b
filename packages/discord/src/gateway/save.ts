import type { Log, Timers } from '@tally/kernel';
import type { Dispatcher } from './dispatch.ts';
import type { Sessions, ShardStore } from './sessions.ts';
import type { ServerBook } from './state/state.ts';

export interface Saver {
  start(): void;
  stop(): Promise<void>;
  /** Saves now what changed. */
  flush(): Promise<void>;
  clear(shardId: number): void;
  /** Whether another process could go on from what is saved. */
  hasSaved(shardId: number): boolean;
}

/** What the gateway tells is saved every five seconds. What happened later than this may not be in what is saved. */
export const SAVED_WITHIN_MS = 6_000;

/** A new session is saved this soon: losing it costs an identify, of which there are a thousand a day. */
const FIRST_WITHIN_MS = 500;

/**
 * Saves sessions with the servers that changed, again and again. The sequence that is saved is the one up to which
 * all listeners are done: after a crash Discord repeats the rest. The servers may be ahead of it, so what they hold is
 * saved beside it.
 */
export function createSaver(about: {
  store: ShardStore;
  servers: ServerBook;
  sessions: Sessions;
  dispatcher: Dispatcher;
  intents: number;
  log: Log;
  timers: Timers;
  everyMs: number;
  /**
   * All servers of a shard have been told. Half of them are not worth keeping: after a resume the other half would look as if
   * the bot had been added to it.
   */
  isWhole: (shardId: number) => boolean;
}): Saver {
  const { store, servers, sessions, dispatcher, intents, log, timers } = about;
  const saved = new Map<number, string>();
  let ends: readonly (() => void)[] = [];
  /** Saves run one after the other, so that an older state never overwrites a newer one. */
  let last: Promise<void> = Promise.resolve();

  const chain = (work: () => Promise<void>, what: string): Promise<void> => {
    last = last.then(work).catch((error: unknown) => log.warn({ err: error }, what));
    return last;
  };

  async function saveShard(shardId: number): Promise<void> {
    const session = sessions.get(shardId);
    const botId = dispatcher.botId(shardId);
    if (!session || !botId) return;
    if (!saved.has(shardId) && !about.isWhole(shardId)) return;
    const sequence = Math.min(session.sequence, dispatcher.doneUpTo(shardId));
    const mark = `${session.sessionId} ${sequence}`;
    if (saved.get(shardId) === mark) return;
    const serversUpTo = dispatcher.heldUpTo(shardId);
    const changed = servers.takeChanged(shardId);
    try {
      await store.save({ shardId, session: { ...session, sequence }, serversUpTo, botId, intents, servers: changed });
      saved.set(shardId, mark);
    } catch (error) {
      // They are saved in the next round, together with everything else of this one.
      servers.giveBack(shardId, changed.keys());
      throw error;
    }
  }

  const saveThose = async (wanted: (shardId: number) => boolean): Promise<void> => {
    for (const shardId of sessions.ids().filter(wanted)) {
      await chain(() => saveShard(shardId), 'The session of a shard could not be saved.');
    }
  };
  const saveAll = (): Promise<void> => saveThose(() => true);
  const saveNew = (): Promise<void> => saveThose((shardId) => !saved.has(shardId));

  return {
    start() {
      ends = [
        timers.every(about.everyMs, () => void saveAll()),
        timers.every(Math.min(FIRST_WITHIN_MS, about.everyMs), () => void saveNew()),
      ];
    },
    flush: saveAll,
    async stop() {
      for (const end of ends) end();
      await saveAll();
    },
    hasSaved: (shardId) => saved.has(shardId),
    clear(shardId) {
      saved.delete(shardId);
      void chain(() => store.clear(shardId), 'A session that is over could not be removed.');
    },
  };
}
