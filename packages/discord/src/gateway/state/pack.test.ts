import { ChannelId, RoleId, ServerId, UserId } from '@tally/contract';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChannelKind } from '../../permissions/index.ts';
import { packServer, type ServerState, unpackServer } from './pack.ts';
import { patchChannel, patchRole } from './patch.ts';
import { createServers } from './state.ts';

const botId = UserId.parse('100000000000000001');
const serverId = ServerId.parse('200000000000000001');

const kinds: ChannelKind[] = [
  'text',
  'voice',
  'category',
  'announcement',
  'thread',
  'stage',
  'forum',
  'media',
  'other',
];
const id = fc.bigInt({ min: 1n, max: (1n << 63n) - 1n }).map(String);
const bits = fc.bigInt({ min: 0n, max: (1n << 53n) - 1n });
const name = fc.string({ unit: 'grapheme', maxLength: 40 });
const role = fc.record({
  id: id.map((text) => RoleId.parse(text.padStart(5, '1'))),
  name,
  color: fc.integer({ min: 0, max: 0xffffff }),
  position: fc.integer({ min: 0, max: 300 }),
  permissions: bits,
  isManaged: fc.boolean(),
  isMentionable: fc.boolean(),
});
const channel = fc.record({
  id: id.map((text) => ChannelId.parse(text.padStart(5, '1'))),
  name,
  kind: fc.constantFrom(...kinds),
  parentId: fc.option(id.map((text) => ChannelId.parse(text.padStart(5, '1')))),
  position: fc.integer({ min: 0, max: 600 }),
  overwrites: fc.array(fc.record({ id, kind: fc.constantFrom('role', 'member'), allow: bits, deny: bits }), {
    maxLength: 4,
  }),
});
const server = fc
  .record({
    name,
    icon: fc.option(fc.stringMatching(/^[a-f0-9]{32}$/)),
    memberCount: fc.integer({ min: 0, max: 4_000_000_000 }),
    botRoleIds: fc.array(
      role.map((each) => each.id),
      { maxLength: 3 },
    ),
    roles: fc.array(role, { maxLength: 20 }),
    channels: fc.array(channel, { maxLength: 25 }),
  })
  .map(
    (parts): ServerState => ({
      ...parts,
      id: serverId,
      ownerId: botId,
      roles: new Map(parts.roles.map((each) => [each.id, each])),
      channels: new Map(parts.channels.map((each) => [each.id, each])),
    }),
  );

test('property: packed values are read back unchanged', () => {
  fc.assert(
    fc.property(server, (state) => {
      expect(unpackServer(serverId, packServer(state))).toEqual(state);
    }),
    { numRuns: 200 },
  );
});

test('25 channels and 20 roles take less than 6 KiB', () => {
  expect(packServer(typical(serverId)).length).toBeLessThan(4096);
});

test('bytes of another version are not read', () => {
  const bytes = packServer(typical(serverId));
  bytes[0] = 99;
  expect(unpackServer(serverId, bytes)).toBeNull();
  expect(createServers().restore(serverId, bytes, 0)).toBe(false);
});

/** A server of the size that the performance targets assume. */
function typical(id: ServerId): ServerState {
  const snowflake = (n: number): string => (900_000_000_000_000_000n + BigInt(n)).toString();
  const roles = Array.from({ length: 20 }, (_, n) => ({
    id: RoleId.parse(snowflake(n)),
    name: `Role number ${n}`,
    color: 0x9146ff,
    position: n,
    permissions: 0x1fffffffffn,
    isManaged: false,
    isMentionable: false,
  }));
  const channels = Array.from({ length: 25 }, (_, n) => ({
    id: ChannelId.parse(snowflake(100 + n)),
    name: `channel-number-${n}`,
    kind: 'text' as const,
    parentId: ChannelId.parse(snowflake(100)),
    position: n,
    overwrites: [0, 1].map((k) => ({ id: snowflake(k), kind: 'role' as const, allow: 1024n, deny: 2048n })),
  }));
  return {
    id,
    name: 'A server of usual size',
    icon: 'a'.repeat(32),
    ownerId: botId,
    memberCount: 50,
    botRoleIds: [RoleId.parse(snowflake(3))],
    roles: new Map(roles.map((role) => [role.id, role])),
    channels: new Map(channels.map((channel) => [channel.id, channel])),
  };
}

test.each([0, 1, 126, 127, 128, 300])('a name of %i ASCII letters is read back unchanged', (length) => {
  const state: ServerState = { ...typical(serverId), name: 'x'.repeat(length) };
  expect(unpackServer(state.id, packServer(state))).toEqual(state);
});

test('property: replacing one role or channel gives the same bytes as packing all again', () => {
  fc.assert(
    fc.property(server, role, channel, fc.nat(), (state, newRole, newChannel, which) => {
      const bytes = packServer(state);
      const before = Uint8Array.from(bytes);
      const roles = [...state.roles.values()];
      const channels = [...state.channels.values()];
      for (const old of roles.slice(0, which % 3)) {
        const next = { ...newRole, id: old.id };
        const whole = packServer({ ...state, roles: new Map(state.roles).set(next.id, next) });
        expect(patchRole(bytes, next)).toEqual(whole);
        expect(patchRole(bytes, old)).toBe(bytes);
      }
      for (const old of channels.slice(0, which % 3)) {
        const next = { ...newChannel, id: old.id };
        const whole = packServer({ ...state, channels: new Map(state.channels).set(next.id, next) });
        expect(patchChannel(bytes, next)).toEqual(whole);
        expect(patchChannel(bytes, old)).toBe(bytes);
      }
      expect(patchRole(bytes, newRole) === null).toBe(!state.roles.has(newRole.id));
      expect(patchChannel(bytes, newChannel) === null).toBe(!state.channels.has(newChannel.id));
      expect(bytes).toEqual(before);
    }),
  );
});

test('a value that changes a thousand times takes little more than twice its size', () => {
  const servers = createServers();
  const before = new Map<ServerId, ServerState>();
  const roomFor = (): number => {
    const taken = servers.takeChanged(0);
    const slabs = new Set([...servers.ids()].map((each) => taken.get(each)?.buffer));
    return [...slabs].reduce((sum, slab) => sum + (slab?.byteLength ?? 0), 0);
  };
  const ids = Array.from({ length: 200 }, (_, index) => ServerId.parse(`${200000000000000000n + BigInt(index)}`));
  for (let round = 0; round < 20; round += 1) {
    for (const each of ids) {
      const state: ServerState = {
        id: each,
        name: 'x'.repeat(5000 + round),
        icon: null,
        ownerId: botId,
        memberCount: round,
        botRoleIds: [],
        roles: new Map(),
        channels: new Map(),
      };
      before.set(each, state);
      servers.put(state, 0);
    }
  }
  for (const each of ids) expect(servers.find(each)).toEqual(before.get(each));
  expect(roomFor()).toBeLessThan(5_000_000);
  for (const each of ids.slice(1)) servers.delete(each);
  expect(servers.find(ids[0] as ServerId)).toEqual(before.get(ids[0] as ServerId));
});
