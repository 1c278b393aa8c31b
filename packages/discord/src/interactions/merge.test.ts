import { type Ctx, silentLog, systemTimers } from '@tally/kernel';
import { noMentions } from '@tally/message/discord';
import { beforeEach, describe, expect, test } from 'vitest';
import { permissionSet } from '../permissions/index.ts';
import type { Discord } from '../rest/index.ts';
import { checkCommands, commandBodies, createRouter, defineCommand, message, type Response } from './index.ts';

const say = (content: string) => message({ content, allowed_mentions: noMentions });
const setup = (name: string, more: object = {}) =>
  defineCommand({
    kind: 'slash',
    name: 'setup',
    about: 'commands.setup',
    permissions: ['ManageGuild'],
    subcommands: [{ name, about: 'commands.setup', run: async () => say(name), ...more }],
  });
const birthday = defineCommand({
  kind: 'slash',
  name: 'birthday',
  about: 'commands.setup',
  subcommands: [
    { name: 'set', about: 'commands.setup', isInDms: true, run: async () => say('set') },
    {
      name: 'setup',
      about: 'commands.setup',
      permissions: ['ManageGuild', 'ManageRoles'],
      options: [
        { name: 'who', about: 'commands.setup', type: 'text', complete: async () => [{ name: 'a', value: 1 }] },
      ],
      run: async () => say('setup'),
    },
  ],
});
const parts = [setup('service'), birthday, setup('reset'), setup('area stats'), setup('area view')];

const sent: Response[] = [];
beforeEach(() => void sent.splice(0));
const router = createRouter({
  parts,
  discord: {
    interactions: {
      respond: (_call: unknown, body: Response) => Promise.resolve(void sent.push(body)),
    } as unknown as Discord['interactions'],
  },
  makeCtx: () => ({ log: silentLog, timers: systemTimers, locale: 'en-US' }) as unknown as Ctx,
});

let next = 0;
const user = { id: '400000000000000001', username: 'ann' };
/** Returns what the person sees: the text of a message, or the suggestions. */
async function run(path: string, about: { permissions?: bigint; inDm?: boolean; type?: number } = {}) {
  const [name, ...words] = path.split(' ');
  const typed = [{ name: 'who', type: 3, value: 'x', focused: true }];
  const options = words.reduceRight<object[]>(
    (inner, word, place) => [{ name: word, type: place === words.length - 1 ? 1 : 2, options: inner }],
    about.type === 4 ? typed : [],
  );
  const place = about.inDm
    ? { user }
    : {
        guild_id: '200000000000000001',
        member: { user, roles: [], permissions: String(about.permissions ?? 0n) },
      };
  const id = String(700_000_000_000_000_000n + BigInt((next += 1)));
  await router.handle({ id, token: 't', type: about.type ?? 2, locale: 'en-GB', ...place, data: { name, options } });
  const data = sent.at(-1)?.data as { content?: string; choices?: unknown[] } | undefined;
  return data?.choices ?? data?.content;
}

describe('one command of several features', () => {
  test('is sent to Discord once, in any order of the registry', () => {
    const bodies = commandBodies(parts);
    expect(bodies).toMatchObject([
      { name: 'birthday', default_member_permissions: null, contexts: [0, 1] },
      {
        name: 'setup',
        default_member_permissions: '32',
        options: [
          { type: 2, name: 'area', options: [{ name: 'stats' }, { name: 'view' }] },
          { name: 'reset' },
          { name: 'service' },
        ],
      },
    ]);
    const [one, two, ...others] = parts;
    const moved = commandBodies([...others, one, two].filter((part) => part !== undefined));
    expect(JSON.stringify(moved)).toBe(JSON.stringify(bodies));
  });

  test('is shown to everybody as soon as one part is for everybody', () => {
    const ofStaff = [setup('one'), setup('two'), setup('three')];
    expect(commandBodies(ofStaff)).toMatchObject([{ default_member_permissions: '32' }]);
    const forAll = [...ofStaff, setup('four', { permissions: [] })];
    expect(commandBodies(forAll)).toMatchObject([{ default_member_permissions: null }]);
  });

  test('runs the part that was meant', async () => {
    const permissions = permissionSet('ManageGuild');
    expect(await run('setup service', { permissions })).toBe('service');
    expect(await run('setup reset', { permissions })).toBe('reset');
    expect(await run('setup area view', { permissions })).toBe('area view');
  });
});

describe('permissions', () => {
  test.each([
    ['setup service', 0n, 'You need Manage Server in this server to do this.'],
    ['birthday set', 0n, 'set'],
    [
      'birthday setup',
      permissionSet('ManageGuild'),
      'You need Manage Server and Manage Roles in this server to do this.',
    ],
    ['birthday setup', permissionSet('ManageGuild', 'ManageRoles'), 'setup'],
    ['birthday setup', permissionSet('Administrator'), 'setup'],
  ])('%s with %d: %s', async (path, permissions, text) => {
    expect(await run(path, { permissions })).toBe(text);
  });

  test('a server’s commands are refused in direct messages, others are not', async () => {
    expect(await run('birthday set', { inDm: true })).toBe('set');
    expect(await run('birthday setup', { inDm: true })).toBe('This command works in servers only.');
    expect(await run('setup reset', { inDm: true })).toBe('This command works in servers only.');
  });

  test('nor does it suggest anything to people who may not run it', async () => {
    expect(await run('birthday setup', { type: 4 })).toEqual([]);
    expect(await run('birthday setup', { type: 4, permissions: permissionSet('Administrator') })).toHaveLength(1);
  });
});

describe('the check finds parts that cannot be merged', () => {
  const plain = defineCommand({ kind: 'slash', name: 'setup', about: 'commands.setup', run: async () => say('') });
  const other = defineCommand({ ...setup('view'), about: 'commands.panel' });
  test.each([
    ['the same subcommand twice', [...parts, setup('reset')], 'setup reset is there twice'],
    ['with and without subcommands', [...parts, plain], 'slash setup is there twice'],
    ['two descriptions', [...parts, other], 'setup is described in two ways'],
    ['a group that is a subcommand', [...parts, setup('area')], 'setup area is a group and a subcommand'],
  ])('%s', (_name, all, sentence) => {
    expect(checkCommands(all)).toEqual([sentence]);
  });
  test('and these parts are fine', () => {
    expect(checkCommands(parts)).toEqual([]);
  });
});
