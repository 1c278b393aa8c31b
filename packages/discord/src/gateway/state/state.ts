import type { ServerId } from '@tally/contract';
import { packServer, readMemberCount, type ServerState, unpackServer, writeMemberCount } from './pack.ts';

/** All servers of this process, packed. */
export interface Servers {
  find(serverId: ServerId): ServerState | null;
  has(serverId: ServerId): boolean;
  ids(): IterableIterator<ServerId>;
  readonly size: number;
  /** Of one shard, or of all. */
  totals(shardId?: number): { readonly servers: number; readonly members: number };
}

/** What the gateway itself does with them. */
export interface ServerBook extends Servers {
  put(server: ServerState, shardId: number): void;
  change(serverId: ServerId, change: (server: ServerState) => ServerState): void;
  addMembers(serverId: ServerId, count: number): void;
  delete(serverId: ServerId): void;
  ofShard(shardId: number): ServerId[];
  /** Null: not of this process. */
  shardOf(serverId: ServerId): number | null;
  /** Forgets what changed and tells it: null for servers that are gone. For saving. */
  takeChanged(shardId: number): Map<ServerId, Uint8Array | null>;
  /** For a save that failed. */
  giveBack(shardId: number, serverIds: Iterable<ServerId>): void;
  restore(serverId: ServerId, bytes: Uint8Array, shardId: number): boolean;
}

interface Entry {
  bytes: Uint8Array;
  readonly shardId: number;
}

export function createServers(): ServerBook {
  const entries = new Map<ServerId, Entry>();
  const changed = new Map<number, Set<ServerId>>();
  const touch = (serverId: ServerId, shardId: number): void => {
    const ids = changed.get(shardId);
    if (ids) ids.add(serverId);
    else changed.set(shardId, new Set([serverId]));
  };
  const find = (serverId: ServerId): ServerState | null => {
    const entry = entries.get(serverId);
    return entry ? unpackServer(serverId, entry.bytes) : null;
  };
  const put = (server: ServerState, shardId: number): void => {
    entries.set(server.id, { bytes: packServer(server), shardId });
    touch(server.id, shardId);
  };
  return {
    find,
    put,
    has: (serverId) => entries.has(serverId),
    ids: () => entries.keys(),
    get size() {
      return entries.size;
    },
    totals(shardId) {
      let servers = 0;
      let members = 0;
      for (const entry of entries.values()) {
        if (shardId !== undefined && entry.shardId !== shardId) continue;
        servers += 1;
        members += readMemberCount(entry.bytes);
      }
      return { servers, members };
    },
    change(serverId, change) {
      const entry = entries.get(serverId);
      const server = find(serverId);
      if (entry && server) put(change(server), entry.shardId);
    },
    addMembers(serverId, count) {
      const entry = entries.get(serverId);
      if (!entry) return;
      writeMemberCount(entry.bytes, readMemberCount(entry.bytes) + count);
      touch(serverId, entry.shardId);
    },
    delete(serverId) {
      const entry = entries.get(serverId);
      if (!entry) return;
      entries.delete(serverId);
      touch(serverId, entry.shardId);
    },
    ofShard: (shardId) => [...entries].filter(([, entry]) => entry.shardId === shardId).map(([id]) => id),
    shardOf: (serverId) => entries.get(serverId)?.shardId ?? null,
    takeChanged(shardId) {
      const ids = changed.get(shardId) ?? new Set();
      changed.delete(shardId);
      return new Map([...ids].map((id) => [id, entries.get(id)?.bytes ?? null]));
    },
    giveBack(shardId, serverIds) {
      for (const serverId of serverIds) touch(serverId, shardId);
    },
    restore(serverId, bytes, shardId) {
      const isReadable = unpackServer(serverId, bytes) !== null;
      if (isReadable) entries.set(serverId, { bytes: Uint8Array.from(bytes), shardId });
      return isReadable;
    },
  };
}
