import type { SessionInfo } from '@discordjs/ws';
import type { ServerId, UserId } from '@tally/contract';

/** Lets a new process continue where the old one stopped. Discord then repeats only the missed events. */
export interface SavedShard {
  readonly session: SessionInfo;
  /** The saved servers include every event up to this sequence. Later events are repeated for listeners only. */
  readonly serversUpTo: number;
  readonly botId: UserId;
  /**
   * The intents with which the session was opened. They cannot be changed, so with other intents the session is
   * useless.
   */
  readonly intents: number;
  readonly servers: Iterable<readonly [ServerId, Uint8Array]> | AsyncIterable<readonly [ServerId, Uint8Array]>;
}

export interface ChangedShard {
  readonly shardId: number;
  readonly session: SessionInfo;
  readonly serversUpTo: number;
  readonly botId: UserId;
  readonly intents: number;
  /**
   * The servers that changed since the last save, or null for a server that is gone. Saved with the session or not at
   * all.
   */
  readonly servers: ReadonlyMap<ServerId, Uint8Array | null>;
}

/** Stores sessions outside the process. Without it, every start identifies again (1,000 a day are allowed). */
export interface ShardStore {
  load(shardId: number): Promise<SavedShard | null>;
  save(changed: ChangedShard): Promise<void>;
  /** Deletes the saved state, which is useless once the session has ended. */
  clear(shardId: number): Promise<void>;
}

export const forgetfulStore: ShardStore = {
  load: () => Promise.resolve(null),
  save: () => Promise.resolve(),
  clear: () => Promise.resolve(),
};

/** A session is dropped if its URL could not be reached this many times. */
const MAX_FAILED_CONNECTS = 5;

/**
 * Sessions change with every event, so they are kept in memory. The library would drop one after a short network
 * failure. But the session is not to blame, and an identify costs more than another attempt.
 */
export interface Sessions {
  get(shardId: number): SessionInfo | null;
  ids(): readonly number[];
  set(shardId: number, info: SessionInfo | null): void;
  restore(shardId: number, info: SessionInfo): void;
  sawHello(shardId: number): void;
  sawClose(shardId: number, code: number): void;
  /** After this call no session is dropped, because stopping this process does not end its sessions. */
  freeze(): void;
}

const ABNORMAL = 1006;
/**
 * Discord has ended the session:
 * https://docs.discord.com/developers/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
 */
const SESSION_OVER = new Set([4007, 4009]);

export function createSessions(onLost: (shardId: number) => void): Sessions {
  const sessions = new Map<number, SessionInfo>();
  const failed = new Map<number, number>();
  let isFrozen = false;
  return {
    get: (shardId) => sessions.get(shardId) ?? null,
    ids: () => [...sessions.keys()],
    set(shardId, info) {
      if (isFrozen) return;
      if (info) {
        sessions.set(shardId, info);
        return;
      }
      const tries = failed.get(shardId) ?? 0;
      if (tries > 0 && tries <= MAX_FAILED_CONNECTS) return;
      if (sessions.delete(shardId)) onLost(shardId);
    },
    restore: (shardId, info) => void sessions.set(shardId, info),
    sawHello: (shardId) => void failed.delete(shardId),
    sawClose(shardId, code) {
      if (code === ABNORMAL) failed.set(shardId, (failed.get(shardId) ?? 0) + 1);
      else failed.delete(shardId);
      if (SESSION_OVER.has(code) && !isFrozen && sessions.delete(shardId)) onLost(shardId);
    },
    freeze() {
      isFrozen = true;
    },
  };
}
