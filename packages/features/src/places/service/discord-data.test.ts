import { ChannelId, RoleId, ServerId, UserId } from '@tally/contract';
import { type Overwrite, permissionSet } from '@tally/discord/permissions';
import { AppError, type Ctx, readConfig, UpstreamError } from '@tally/kernel';
import { person } from '@tally/tests/world';
import { beforeEach, expect, it } from 'vitest';
import { requireChannel, requireGivableRole } from './choices.ts';
import { findDiscordData } from './discord-data.ts';
import { forgetFacts } from './discord-facts.ts';

const home = ServerId.parse('900000000000000001');
const ann = UserId.parse('111111111111111111');
const owner = UserId.parse('222222222222222222');
const config = readConfig({ NODE_ENV: 'test' });
const bot = UserId.parse(config.discord.clientId);
const post = permissionSet('ViewChannel', 'SendMessages', 'EmbedLinks');
const roleOf = (
  id: string,
  position: number,
  about: { permissions?: bigint; isManaged?: boolean; color?: number } = {},
) => ({
  id: RoleId.parse(id),
  name: `Role ${id}`,
  color: 0,
  position,
  permissions: 0n,
  isManaged: false,
  isMentionable: false,
  ...about,
});
const everyone = roleOf(home, 0, { permissions: post });
const botRole = roleOf('10005', 5, { permissions: permissionSet('ManageRoles'), isManaged: true });
const annRole = roleOf('10003', 3, { color: 0x00ff7f });

const calls: string[] = [];
const told = {
  channels: [] as object[],
  roles: [everyone, botRole, annRole],
  members: new Map<string, readonly string[]>(),
};
const channelOf = (
  id: string,
  kind: string,
  about: { overwrites?: Overwrite[]; parentId?: string; position?: number } = {},
) => ({
  id: ChannelId.parse(id),
  name: `channel-${id}`,
  kind,
  serverId: home,
  parentId: about.parentId ? ChannelId.parse(about.parentId) : null,
  position: about.position ?? 0,
  overwrites: about.overwrites ?? [],
});

/** A cache that keeps everything until a test clears it. */
function simpleCache(): Ctx['cache'] {
  const kept = new Map<string, Promise<unknown>>();
  const get = async <T>(key: string, _ttl: number, load: () => Promise<T>): Promise<T> => {
    const known = (kept.get(key) as Promise<T> | undefined) ?? load();
    kept.set(key, known);
    return await known;
  };
  const forgetPrefix = async (prefix: string) => {
    for (const key of kept.keys()) if (key.startsWith(prefix)) kept.delete(key);
  };
  return {
    get,
    peek: () => undefined,
    last: () => undefined,
    forgetPrefix,
    forget: async (...keys) => keys.forEach((key) => kept.delete(key)),
  };
}

let ctx: Ctx;
beforeEach(() => {
  calls.length = 0;
  Object.assign(told, {
    channels: [],
    roles: [everyone, botRole, annRole],
    members: new Map([
      [bot, ['10005']],
      [ann, ['10003']],
    ]),
  });
  const discord = {
    servers: {
      get: async () => {
        calls.push('server');
        return {
          id: home,
          name: 'Home',
          ownerId: owner,
          boostLevel: 1,
          roles: told.roles,
          emojis: [
            { id: '1', name: 'a', isAnimated: true },
            { id: '2', name: 'b', isAnimated: false },
          ],
        };
      },
      channels: async () => {
        calls.push('channels');
        return told.channels;
      },
      channel: async (id: string) => {
        if (id === '20003') return channelOf(id, 'thread', { parentId: '20001' });
        throw new UpstreamError({ world: 'discord', kind: 'gone', message: 'Unknown Channel' });
      },
    },
    members: {
      get: async ({ userId }: { userId: string }) => {
        const roleIds = told.members.get(userId);
        if (!roleIds) throw new UpstreamError({ world: 'discord', kind: 'gone', message: 'Unknown Member' });
        return { roleIds, timedOutUntil: null };
      },
    },
  };
  ctx = {
    config,
    discord,
    cache: simpleCache(),
    clock: { now: () => new Date() },
    locale: 'en-US',
    caller: person(ann),
  } as never;
});

const find = (types: readonly ('channels' | 'roles' | 'emojis')[], force = false) =>
  findDiscordData(ctx, home, { types, force });

it('lists for each channel the bot’s missing permissions, in the order of the server, with categories and without threads', async () => {
  const deny: Overwrite = { id: home, kind: 'role', allow: 0n, deny: permissionSet('EmbedLinks') };
  told.channels = [
    channelOf('20002', 'text', { position: 2, overwrites: [deny], parentId: '20009' }),
    channelOf('20001', 'announcement', { position: 1 }),
    channelOf('20003', 'thread', { parentId: '20001' }),
    channelOf('20009', 'category', { position: 9 }),
  ];
  const { channels } = await find(['channels']);
  expect(
    channels?.map((each) => [each.id, each.type, each.category, each.validPermissions, each.missingPermissions]),
  ).toEqual([
    ['20001', 'announcement', null, true, []],
    ['20002', 'text', 'channel-20009', false, ['EmbedLinks']],
    ['20009', 'category', null, true, []],
  ]);
});

it('lists for each role why it cannot be given, highest first', async () => {
  told.roles = [
    everyone,
    annRole,
    botRole,
    roleOf('10002', 2),
    roleOf('10004', 4),
    roleOf('10006', 6),
    roleOf('10001', 1, { isManaged: true }),
  ];
  const { roles } = await find(['roles']);
  expect(roles?.map((each) => [each.id, each.reasons])).toEqual([
    ['10006', ['position', 'position_member']],
    ['10005', ['managed', 'position', 'position_member']],
    ['10004', ['position_member']],
    ['10003', ['position_member']],
    ['10002', []],
    ['10001', ['managed']],
    [home, ['everyone']],
  ]);
  expect(roles?.map((each) => each.color)).toContain('#00ff7f');
});

it('counts emojis against the places of the boost level', async () => {
  const { emojis, channels } = await find(['emojis']);
  expect(emojis).toMatchObject({ current: { animated: 1, normal: 1 }, maxEach: 100 });
  expect(emojis?.list[0]?.url).toMatch(/\/emojis\/1\.gif$/);
  expect(channels).toBeUndefined();
});

it('asks Discord once, and again when forced', async () => {
  await Promise.all([find(['channels', 'roles']), find(['channels'])]);
  await find(['channels', 'roles', 'emojis']);
  expect(calls.filter((call) => call === 'server')).toHaveLength(1);
  expect(calls.filter((call) => call === 'channels')).toHaveLength(1);
  await find(['channels'], true);
  expect(calls.filter((call) => call === 'channels')).toHaveLength(2);
  await find([], true);
  expect(calls.filter((call) => call === 'server')).toHaveLength(2);
});

it('a server that the bot has just been removed from does not exist', async () => {
  told.members.delete(bot);
  await expect(find(['channels'])).rejects.toEqual(new AppError('serverNotFound'));
});

it('a channel that was made a moment ago can be chosen, one of another server cannot', async () => {
  await find(['channels']);
  told.channels = [channelOf('20001', 'text')];
  const choose = (id: string) => requireChannel(ctx, home, { field: 'welcomeChannelId', id: ChannelId.parse(id) });
  expect((await choose('20001')).name).toBe('channel-20001');
  await expect(choose('66666')).rejects.toMatchObject({
    code: 'invalidFields',
    fields: ['welcomeChannelId: this channel is not in this server.'],
  });
  const thread = { fields: ['welcomeChannelId: this is a thread. Choose a channel.'] };
  await expect(choose('20003')).rejects.toMatchObject(thread);
  told.channels = [];
  await forgetFacts(ctx, home);
  await expect(choose('20003'), 'of another server').rejects.toMatchObject({
    fields: [expect.stringContaining('not in')],
  });
});

it('a person cannot hand out a role above their own through the bot', async () => {
  told.roles = [everyone, botRole, annRole, roleOf('10002', 2), roleOf('10004', 4)];
  const choose = (id: string) => requireGivableRole(ctx, home, { field: 'roleId', id: RoleId.parse(id) });
  expect((await choose('10002')).position).toBe(2);
  await expect(choose('10004')).rejects.toMatchObject({ fields: [expect.stringContaining('your own highest role')] });
  await expect(choose('10005')).rejects.toMatchObject({ fields: [expect.stringContaining('integration')] });
});
