import { RoleId, ServerId, UserId } from '@tally/contract';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allPermissions,
  compareRoles,
  hasPermission,
  listPermissions,
  type MemberFacts,
  missingFor,
  missingForPing,
  type Overwrite,
  permissionBits,
  permissionNames,
  permissionSet,
  permissionsIn,
  permissionsOf,
  permissionWords,
  purposes,
  type Role,
  roleFindings,
} from './index.ts';

const serverId = ServerId.parse('10000');
const owner = UserId.parse('20000');
const bot = UserId.parse('20001');
const roleId = (n: number): RoleId => RoleId.parse(String(30_000 + n));
const everyoneId = RoleId.parse('10000');

const role = (id: RoleId, about: Partial<Role> = {}): Role => ({
  id,
  name: 'role',
  color: 0,
  position: 1,
  permissions: 0n,
  isManaged: false,
  isMentionable: false,
  ...about,
});

function server(...roles: Role[]) {
  return { id: serverId, ownerId: owner, roles: new Map(roles.map((each) => [each.id, each])) };
}
const member = (...roleIds: RoleId[]): MemberFacts => ({ userId: bot, roleIds });
const forRole = (id: string, allow: bigint, deny: bigint): Overwrite => ({ id, kind: 'role', allow, deny });

const base = permissionSet('ViewChannel', 'SendMessages', 'EmbedLinks');

test('the bits are those of Discord', () => {
  expect(PermissionFlagsBits).toMatchObject(permissionBits);
});

describe('in the whole server', () => {
  test('the owner and administrators have every permission', () => {
    const admin = server(role(everyoneId), role(roleId(1), { permissions: permissionBits.Administrator }));
    expect(permissionsOf(admin, { userId: owner, roleIds: [] })).toBe(allPermissions);
    expect(permissionsOf(admin, member(roleId(1)))).toBe(allPermissions);
    expect(permissionsOf(admin, member())).toBe(0n);
  });

  test('roles add up, and a deleted role adds nothing', () => {
    const all = server(role(everyoneId, { permissions: 1n }), role(roleId(1), { permissions: 2n }));
    expect(permissionsOf(all, member(roleId(1), roleId(9)))).toBe(3n);
  });

  test('a time-out leaves viewing and reading, and expires', () => {
    const all = server(role(everyoneId, { permissions: base | permissionBits.ReadMessageHistory }));
    const silenced = { ...member(), timedOutUntil: new Date(1000) };
    expect(permissionNames(permissionsOf(all, silenced, new Date(0)))).toEqual(['ViewChannel', 'ReadMessageHistory']);
    expect(permissionsOf(all, silenced, new Date(2000))).toBe(base | permissionBits.ReadMessageHistory);
  });
});

describe('in a channel', () => {
  const all = server(role(everyoneId, { permissions: base }), role(roleId(1)), role(roleId(2)));
  const inChannel = (overwrites: Overwrite[], who = member(roleId(1), roleId(2)), isThread = false): bigint =>
    permissionsIn({ server: all, member: who, overwrites, isThread });

  test('without overwrites the server decides', () => {
    expect(inChannel([])).toBe(base);
  });

  test('an allowing role beats a denying one, and both beat @everyone', () => {
    const send = permissionBits.SendMessages;
    expect(inChannel([forRole(serverId, 0n, send)]) & send).toBe(0n);
    expect(inChannel([forRole(serverId, 0n, send), forRole(roleId(1), send, 0n)]) & send).toBe(send);
    expect(inChannel([forRole(roleId(1), send, 0n), forRole(roleId(2), 0n, send)]) & send).toBe(send);
    expect(inChannel([forRole(roleId(9), 0n, send)]) & send).toBe(send);
  });

  test("the member's own overwrite has the last word", () => {
    const own: Overwrite = { id: bot, kind: 'member', allow: 0n, deny: permissionBits.SendMessages };
    expect(hasPermission(inChannel([own, forRole(roleId(1), permissionBits.SendMessages, 0n)]), 'SendMessages')).toBe(
      false,
    );
  });

  test('a hidden channel allows nothing', () => {
    expect(inChannel([forRole(serverId, permissionBits.ManageMessages, permissionBits.ViewChannel)])).toBe(0n);
  });

  test('without permission to send, there are no embeds and no pings', () => {
    const found = inChannel([forRole(serverId, permissionBits.MentionEveryone, permissionBits.SendMessages)]);
    expect(permissionNames(found)).toEqual(['ViewChannel']);
  });

  test('in a thread, sending has its own bit', () => {
    const inThreads = forRole(serverId, permissionBits.SendMessagesInThreads, permissionBits.SendMessages);
    expect(permissionNames(inChannel([inThreads], member(), true))).toEqual([
      'ViewChannel',
      'EmbedLinks',
      'SendMessagesInThreads',
    ]);
  });

  test('administrators pass every overwrite', () => {
    const admin = server(role(everyoneId, { permissions: permissionBits.Administrator }));
    const overwrites = [forRole(serverId, 0n, allPermissions)];
    expect(permissionsIn({ server: admin, member: member(), overwrites })).toBe(allPermissions);
  });

  test('property: nothing is ever allowed in a channel that cannot be seen', () => {
    const set = fc.bigInt({ min: 0n, max: (1n << 53n) - 1n });
    const overwrite = fc.record({ id: fc.constantFrom<string>(serverId, roleId(1), bot), allow: set, deny: set });
    fc.assert(
      fc.property(set, fc.array(overwrite, { maxLength: 5 }), (permissions, list) => {
        const overwrites = list.map((each) => ({
          ...each,
          kind: each.id === bot ? ('member' as const) : ('role' as const),
        }));
        const found = permissionsIn({
          server: server(role(everyoneId, { permissions })),
          member: member(roleId(1)),
          overwrites,
        });
        expect(found === 0n || hasPermission(found, 'ViewChannel')).toBe(true);
      }),
    );
  });
});

describe('missing permissions', () => {
  test('named once, in the order of the purposes', () => {
    expect(missingFor(0n, 'postCard', 'openThread')).toEqual([
      'ViewChannel',
      'SendMessages',
      'EmbedLinks',
      'CreatePublicThreads',
      'SendMessagesInThreads',
    ]);
    expect(missingFor(base, 'postCard')).toEqual([]);
    expect(missingFor(permissionBits.Administrator, 'useWebhook', 'giveRoles')).toEqual([]);
  });

  test('a mentionable role can be pinged by anybody', () => {
    expect(missingForPing(base, { isMentionable: true })).toEqual([]);
    expect(missingForPing(base, { isMentionable: false })).toEqual(['MentionEveryone']);
  });
});

describe('roles', () => {
  const manages = permissionBits.ManageRoles;
  const own = role(roleId(5), { position: 5, permissions: manages });
  const all = (...more: Role[]) => server(role(everyoneId, { position: 0 }), own, ...more);
  const ask = (asked: Role, actor?: MemberFacts) =>
    roleFindings(asked, { server: all(asked), bot: member(own.id), ...(actor ? { actor } : {}) });

  test('of equal position, the older one is higher', () => {
    expect(compareRoles({ id: roleId(1), position: 2 }, { id: roleId(2), position: 2 })).toBe(1);
    expect(compareRoles({ id: roleId(1), position: 1 }, { id: roleId(2), position: 2 })).toBeLessThan(0);
  });

  test.each([
    ['below the bot', { position: 4 }, []],
    ['above the bot', { position: 6 }, ['position']],
    ['managed', { position: 1, isManaged: true }, ['managed']],
  ])('%s', (_name, about, reasons) => {
    expect(ask(role(roleId(1), about))).toEqual(reasons);
  });

  test('the bot cannot give its own highest role, nor @everyone', () => {
    expect(roleFindings(own, { server: all(), bot: member(own.id) })).toEqual(['position']);
    expect(roleFindings(role(everyoneId, { position: 0 }), { server: all(), bot: member(own.id) })).toEqual([
      'everyone',
    ]);
  });

  test('without the right to manage roles nothing can be given', () => {
    const low = role(roleId(1), { position: 1 });
    expect(roleFindings(low, { server: server(low), bot: member() })).toEqual(['permission', 'position']);
  });

  test('people cannot hand out roles above their own, except the owner', () => {
    const asked = role(roleId(4), { position: 4 });
    expect(ask(asked, { userId: UserId.parse('20007'), roleIds: [] })).toEqual(['position_member']);
    expect(ask(asked, { userId: owner, roleIds: [] })).toEqual([]);
  });
});

describe('a permission in words', () => {
  test("has the name of Discord's settings, in the reader's language", () => {
    expect(listPermissions('en-US', ['EmbedLinks', 'ManageGuild'])).toBe('Embed Links and Manage Server');
    expect(listPermissions('ar-SA', ['EmbedLinks'])).toBe('تضمين الروابط');
  });

  test('each permission that a manager may have to grant has a name in every language', () => {
    const words = missingFor(0n, ...purposes).map((name) => permissionWords('ar-SA', name));
    expect(words.filter((each) => !/^[\u0600-\u06ff ]+$/.test(each))).toEqual([]);
  });

  test('one without a name is split into words', () => {
    expect(permissionWords('ar-SA', 'ViewGuildInsights')).toBe('View Guild Insights');
  });
});
