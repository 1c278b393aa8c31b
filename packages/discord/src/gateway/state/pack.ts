import type { ChannelId, RoleId, ServerId, UserId } from '@tally/contract';
import { type ChannelKind, type Overwrite, type Role, type ServerChannel } from '../../permissions/index.ts';
import { createReader, createWriter, type Reader, type Writer } from './bytes.ts';

/** The part of a server's gateway state that permission checks and pickers need. */
export interface ServerState {
  readonly id: ServerId;
  readonly name: string;
  readonly icon: string | null;
  readonly ownerId: UserId;
  readonly memberCount: number;
  readonly botRoleIds: readonly RoleId[];
  readonly roles: ReadonlyMap<RoleId, Role>;
  readonly channels: ReadonlyMap<ChannelId, ServerChannel>;
}

/**
 * A server as one array of bytes: about 3 KiB with 25 channels and 20 roles, where objects would take 30. Reading one
 * takes less than a tenth of a millisecond, and a bot reads far fewer servers than it holds. The member count comes
 * first with a fixed width, because it changes most often and is overwritten in place.
 */
const VERSION = 1;
const MEMBERS_AT = 1;
export const BODY_AT = 5;

export const packServer = (server: ServerState): Uint8Array => write(server).done();

/**
 * For a caller that copies the bytes immediately. One allocation per server would leave small gaps between lasting
 * objects, and the memory around them could not be released.
 */
export const packBriefly = (server: ServerState): Uint8Array => write(server).peek();

function write(server: ServerState): Writer {
  const out = createWriter();
  out.byte(VERSION);
  for (const shift of [24, 16, 8, 0]) out.byte((server.memberCount >>> shift) & 0xff);
  out.text(server.name);
  out.text(server.icon ?? '');
  out.id(server.ownerId);
  packList(out, server.botRoleIds, (id) => out.id(id));
  packList(out, [...server.roles.values()], (role) => packRole(out, role));
  packList(out, [...server.channels.values()], (channel) => packChannel(out, channel));
  return out;
}

/** Returns null for bytes of another version. The caller then requests the server from Discord again. */
export function unpackServer(id: ServerId, bytes: Uint8Array): ServerState | null {
  if (bytes[0] !== VERSION) return null;
  const from = createReader(bytes, BODY_AT);
  const head = { name: from.text(), icon: from.text() || null, ownerId: (from.id() ?? '0') as UserId };
  const botRoleIds = unpackList(from, () => (from.id() ?? '0') as RoleId);
  const roles = unpackList(from, () => unpackRole(from));
  const channels = unpackList(from, () => unpackChannel(from));
  return {
    id,
    ...head,
    memberCount: readMemberCount(bytes),
    botRoleIds,
    roles: new Map(roles.map((role) => [role.id, role])),
    channels: new Map(channels.map((channel) => [channel.id, channel])),
  };
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
export const readMemberCount = (bytes: Uint8Array): number => viewOf(bytes).getUint32(MEMBERS_AT);
export const writeMemberCount = (bytes: Uint8Array, count: number): void =>
  viewOf(bytes).setUint32(MEMBERS_AT, Math.max(0, count));

const MANAGED = 1;
const MENTIONABLE = 2;

export function packRole(out: Writer, role: Role): void {
  out.id(role.id);
  out.text(role.name);
  out.count(role.color);
  out.count(role.position);
  out.bits(role.permissions);
  out.byte((role.isManaged ? MANAGED : 0) | (role.isMentionable ? MENTIONABLE : 0));
}

function unpackRole(from: Reader): Role {
  const role = { id: (from.id() ?? '0') as RoleId, name: from.text(), color: from.count(), position: from.count() };
  const permissions = from.bits();
  const flags = from.byte();
  return { ...role, permissions, isManaged: (flags & MANAGED) !== 0, isMentionable: (flags & MENTIONABLE) !== 0 };
}

const kinds = ['text', 'voice', 'category', 'announcement', 'thread', 'stage', 'forum', 'media', 'other'] as const;

export function packChannel(out: Writer, channel: ServerChannel): void {
  out.id(channel.id);
  out.text(channel.name);
  out.byte(kinds.indexOf(channel.kind));
  out.id(channel.parentId);
  out.count(channel.position);
  packList(out, channel.overwrites, (overwrite) => {
    out.id(overwrite.id);
    out.byte(overwrite.kind === 'role' ? 0 : 1);
    out.bits(overwrite.allow);
    out.bits(overwrite.deny);
  });
}

function unpackChannel(from: Reader): ServerChannel {
  return {
    id: (from.id() ?? '0') as ChannelId,
    name: from.text(),
    kind: (kinds[from.byte()] ?? 'other') satisfies ChannelKind,
    parentId: from.id() as ChannelId | null,
    position: from.count(),
    overwrites: unpackList(from, () => unpackOverwrite(from)),
  };
}

const unpackOverwrite = (from: Reader): Overwrite => ({
  id: from.id() ?? '0',
  kind: from.byte() === 0 ? 'role' : 'member',
  allow: from.bits(),
  deny: from.bits(),
});

function packList<T>(out: Writer, items: readonly T[], pack: (item: T) => void): void {
  out.count(items.length);
  for (const item of items) pack(item);
}

const unpackList = <T>(from: Reader, unpack: () => T): T[] => Array.from({ length: from.count() }, unpack);
