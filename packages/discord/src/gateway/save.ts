import type { Log, Timers } from '@tally/kernel';
import type { Dispatcher } from './dispatch.ts';
import type { Sessions, ShardStore } from './sessions.ts';
import type { ServerBook } from './state/state.ts';

export interface Saver {
  start(): void;
  stop(): Promise<void>;
  /** Saves all changes now. */
  flush(): Promise<void>;
  clear(shardId: number): void;
  /** Returns whether another process could continue from what is saved. */
  hasSaved(shardId: number): boolean;
}

/** Changes are saved every five seconds, so changes newer than this may not be saved yet. */
export const SAVED_WITHIN_MS = 6_000;

/** A new session is saved this soon, because losing it costs one of a thousand identifies a day. */
const FIRST_WITHIN_MS = 500;

/**
 * Keeps saving sessions and the servers that changed. The saved sequence is the one up to which all listeners have
 * finished, because after a crash Discord repeats the rest. The servers may be ahead of it, so their own sequence is
 * saved too.
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
   * True if all servers of a shard have arrived. A partial set is not saved, because after a resume the missing servers
   * would look newly joined.
   */
  isWhole: (shardId: number) => boolean;
}): Saver {
  const { store, servers, sessions, dispatcher, intents, log, timers } = about;
  const saved = new Map<number, string>();
  let ends: readonly (() => void)[] = [];
  /** Saves run one after another, so an older state never overwrites a newer one. */
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
      // The next round saves the unwritten servers, together with the rest of this one.
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
