import type { ServerId } from '@tally/contract';
import type { Role, ServerChannel } from '../../permissions/index.ts';
import { packBriefly, readMemberCount, type ServerState, unpackServer, writeMemberCount } from './pack.ts';
import { patchChannel, patchRole } from './patch.ts';
import { createSlabs } from './slabs.ts';

/** All servers of this process, packed. */
export interface Servers {
  find(serverId: ServerId): ServerState | null;
  has(serverId: ServerId): boolean;
  ids(): IterableIterator<ServerId>;
  readonly size: number;
  /** Returns the totals of one shard, or of all shards. */
  totals(shardId?: number): { readonly servers: number; readonly members: number };
}

/** The part that only the gateway uses. */
export interface ServerBook extends Servers {
  put(server: ServerState, shardId: number): void;
  change(serverId: ServerId, change: (server: ServerState) => ServerState): void;
  putRole(serverId: ServerId, role: Role): void;
  putChannel(serverId: ServerId, channel: ServerChannel): void;
  addMembers(serverId: ServerId, count: number): void;
  delete(serverId: ServerId): void;
  ofShard(shardId: number): ServerId[];
  /** Returns null if this process does not hold the server. */
  shardOf(serverId: ServerId): number | null;
  /**
   * Copies the changes since the last call, because member counts change in place during a save. Null means that the
   * server is gone.
   */
  takeChanged(shardId: number): Map<ServerId, Uint8Array | null>;
  /** Marks these servers as changed again after a save that failed. */
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
  const slabs = createSlabs();
  const hold = (serverId: ServerId, bytes: Uint8Array, shardId: number): void => {
    entries.set(serverId, { bytes: slabs.keep(bytes, entries.get(serverId)?.bytes), shardId });
    if (!slabs.isWasteful()) return;
    slabs.startOver();
    for (const entry of entries.values()) entry.bytes = slabs.keep(entry.bytes);
  };
  const put = (server: ServerState, shardId: number): void => {
    hold(server.id, packBriefly(server), shardId);
    touch(server.id, shardId);
  };
  const change: ServerBook['change'] = (serverId, work) => {
    const entry = entries.get(serverId);
    const server = find(serverId);
    if (entry && server) put(work(server), entry.shardId);
  };
  /** Returns false if the change needs more than a patch, so the whole server has to be packed again. */
  const patch = (serverId: ServerId, work: (bytes: Uint8Array) => Uint8Array | null): boolean => {
    const entry = entries.get(serverId);
    const next = entry && work(entry.bytes);
    if (!entry || !next) return false;
    if (next === entry.bytes) return true;
    hold(serverId, next, entry.shardId);
    touch(serverId, entry.shardId);
    return true;
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
    change,
    putRole(serverId, role) {
      if (patch(serverId, (bytes) => patchRole(bytes, role))) return;
      change(serverId, (server) => ({ ...server, roles: new Map(server.roles).set(role.id, role) }));
    },
    putChannel(serverId, channel) {
      if (patch(serverId, (bytes) => patchChannel(bytes, channel))) return;
      change(serverId, (server) => ({ ...server, channels: new Map(server.channels).set(channel.id, channel) }));
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
      slabs.leave(entry.bytes);
      touch(serverId, entry.shardId);
    },
    ofShard: (shardId) => [...entries].filter(([, entry]) => entry.shardId === shardId).map(([id]) => id),
    shardOf: (serverId) => entries.get(serverId)?.shardId ?? null,
    takeChanged(shardId) {
      const ids = changed.get(shardId) ?? new Set();
      changed.delete(shardId);
      return new Map([...ids].map((id) => [id, entries.get(id)?.bytes.slice() ?? null]));
    },
    giveBack(shardId, serverIds) {
      for (const serverId of serverIds) touch(serverId, shardId);
    },
    restore(serverId, bytes, shardId) {
      const isReadable = unpackServer(serverId, bytes) !== null;
      if (isReadable) hold(serverId, bytes, shardId);
      return isReadable;
    },
  };
}
