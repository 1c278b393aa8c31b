import { ChannelId, RoleId, ServerId, UserId } from '@tally/contract';
import { type PermissionName, permissionSet, type Role } from '@tally/discord/permissions';
import { describe, expect, it } from 'vitest';
import { type Server, standingOf } from './match.ts';

const serverId = ServerId.parse('800000000000000001');
const bot = UserId.parse('900000000000000001');
const place = ChannelId.parse('700000000000000001');
const [everyone, own, fans] = [serverId, '800000000000000002', '800000000000000003'].map((id) => RoleId.parse(id)) as [
  RoleId,
  RoleId,
  RoleId,
];
const roleOf = (id: RoleId, more: Partial<Role> = {}): [RoleId, Role] => [
  id,
  { id, name: 'Fans', color: 0, position: 1, permissions: 0n, isManaged: false, isMentionable: false, ...more },
];

/** Builds a server in which the bot has these permissions in every channel. */
const where = (allowed: readonly PermissionName[], ...roles: [RoleId, Role][]): Server => ({
  id: serverId,
  ownerId: UserId.parse('100000000000000001'),
  botRoleIds: [own],
  roles: new Map([
    roleOf(everyone, { name: '@everyone' }),
    roleOf(own, { name: 'Bot', position: 5, permissions: permissionSet(...allowed) }),
    ...roles,
  ]),
  channels: new Map([
    [place, { id: place, name: 'live', kind: 'text', parentId: null, position: 1, overwrites: [] } as const],
  ]),
});

type Row = Parameters<typeof standingOf>[0];
const row = (reason: Row['reason'], more: Partial<Row> = {}): Row => ({
  reason,
  details: {},
  missingPermissions: [],
  action: { kind: 'grantPermissions', path: null, targetId: place },
  ...more,
});
const post = ['ViewChannel', 'SendMessages', 'EmbedLinks'] as const;

describe('a lack of permissions', () => {
  const lack = row('missingPermission', { missingPermissions: ['EmbedLinks'] });

  it('is solved when nothing is missing any more, and not before', () => {
    expect(standingOf(lack, where(['ViewChannel', 'SendMessages']), bot)).toBe('open');
    expect(standingOf(lack, where(post), bot)).toBe('mended');
  });

  it('is another one when one permission came and another one went', () => {
    expect(standingOf(lack, where(['ViewChannel', 'EmbedLinks']), bot)).toEqual({
      missing: ['EmbedLinks', 'SendMessages'],
    });
  });

  it('of a whole server checks no channel', () => {
    const action = { kind: 'grantPermissions', path: null, targetId: null } as const;
    const roles = row('missingPermission', { missingPermissions: ['ManageRoles'], action });
    expect(standingOf(roles, where(post), bot)).toBe('open');
    expect(standingOf(roles, where(['ManageRoles']), bot)).toBe('mended');
  });

  it('in a deleted channel, or in a thread, is undecidable', () => {
    const elsewhere = { kind: 'grantPermissions', path: null, targetId: '700000000000000009' } as const;
    expect(standingOf({ ...lack, action: elsewhere }, where(post), bot)).toBe('open');
  });
});

it('a ping works again when the role is mentionable, or the bot may mention all', () => {
  const deaf = row('pingsNobody', { details: { role: '@Fans' } });
  expect(standingOf(deaf, where(post, roleOf(fans)), bot)).toBe('open');
  expect(standingOf(deaf, where(post, roleOf(fans, { isMentionable: true })), bot)).toBe('mended');
  expect(standingOf(deaf, where([...post, 'MentionEveryone'], roleOf(fans)), bot)).toBe('mended');
  expect(standingOf(row('pingsNobody', { details: { role: '@everyone' } }), where(post), bot)).toBe('open');
});

it('a role can be given again when it is below the bot, or deleted', () => {
  const high = row('roleTooHigh', { details: { role: 'Fans' } });
  expect(standingOf(high, where(['ManageRoles'], roleOf(fans, { position: 9 })), bot)).toBe('open');
  expect(standingOf(high, where(['ManageRoles'], roleOf(fans, { position: 2 })), bot)).toBe('mended');
  expect(standingOf(high, where(['ManageRoles']), bot)).toBe('mended');
});

it('trouble that only the owner can judge stays open', () => {
  expect(standingOf(row('messageRefused'), where(post), bot)).toBe('open');
  expect(standingOf(row('unknownRole'), where(post), bot)).toBe('open');
});
