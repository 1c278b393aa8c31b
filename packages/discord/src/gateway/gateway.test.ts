import type { SessionInfo } from '@discordjs/ws';
import { ChannelId, RoleId, ServerId, UserId } from '@tally/contract';
import { type Ctx, type Log, silentLog, systemTimers } from '@tally/kernel';
import { describe, expect, test, vi } from 'vitest';
import { openGate } from './admission.ts';
import { createDispatcher } from './dispatch.ts';
import { intentBits, intentsOf } from './intents.ts';
import { type GatewayListener, intentsFor, on } from './listeners.ts';
import { createSaver } from './save.ts';
import { type ChangedShard, createSessions, type ShardStore } from './sessions.ts';
import { createStage } from './stage.ts';
import { readMemberCount, type ServerState } from './state/pack.ts';
import { createServers } from './state/state.ts';

const botId = UserId.parse('100000000000000001');
const serverId = ServerId.parse('200000000000000001');
const other = ServerId.parse('200000000000000002');
const roleId = RoleId.parse('300000000000000001');

const guild = (id: string = serverId, more: object = {}) => ({
  id,
  name: 'Owls',
  icon: 'abc',
  owner_id: '400000000000000001',
  member_count: 50,
  roles: [
    {
      id,
      name: '@everyone',
      color: 0,
      position: 0,
      permissions: '1024',
      managed: false,
      mentionable: false,
      hoist: false,
    },
    {
      id: roleId,
      name: 'Bot',
      color: 255,
      position: 3,
      permissions: '8',
      managed: true,
      mentionable: true,
      hoist: true,
    },
  ],
  channels: [
    {
      id: '500000000000000001',
      type: 5,
      name: 'news',
      position: 2,
      parent_id: null,
      permission_overwrites: [{ id, type: 0, allow: '0', deny: '2048' }],
    },
  ],
  members: [{ user: { id: botId }, roles: [roleId] }],
  threads: [],
  ...more,
});

const arrived = (t: string, s: number, d: unknown) => ({ t, s, d });

/** A gateway without a network. Tests feed it events, and listeners record what they receive. */
function open(names: GatewayListener['event'][] = []) {
  const heard: [string, unknown][] = [];
  const listeners = names.map((name) =>
    on(name, (_ctx, data) => {
      heard.push([name, data]);
      return Promise.resolve();
    }),
  );
  const servers = createServers();
  const warn = vi.fn<Log['warn']>();
  const log = { ...silentLog, warn };
  const stage = createStage({ listeners, makeCtx: () => ({}) as Ctx, log });
  const dispatcher = createDispatcher({ servers, stage, gate: openGate, log });
  let s = 0;
  const take = (t: string, d: unknown) => dispatcher.take(0, arrived(t, (s += 1), d));
  const ready = (...ids: string[]) => {
    s = 0;
    dispatcher.ready(0, { user: { id: botId }, guilds: ids.map((id) => ({ id, unavailable: true })), shard: [0, 1] });
  };
  const names_ = (): string[] => heard.map(([name]) => name);
  return { heard, names: names_, servers, stage, dispatcher, take, ready, warn };
}

describe('the stored state of a server', () => {
  test('every change of a server arrives', () => {
    const { servers, take, ready, warn } = open();
    ready(serverId);
    take('GUILD_CREATE', guild());
    const find = (): ServerState => servers.find(serverId) as ServerState;
    expect(find()).toMatchObject({ name: 'Owls', memberCount: 50, botRoleIds: [roleId] });
    expect(find().channels.get(ChannelId.parse('500000000000000001'))).toMatchObject({
      kind: 'announcement',
      overwrites: [{ deny: 2048n }],
    });

    take('GUILD_UPDATE', guild(serverId, { name: 'Night owls' }));
    expect(find()).toMatchObject({ name: 'Night owls', memberCount: 50 });
    expect(find().channels.size).toBe(1);

    take('GUILD_ROLE_CREATE', {
      guild_id: serverId,
      role: { id: '300000000000000009', name: 'New', position: 1, permissions: '0' },
    });
    expect([...find().roles.values()].map((each) => each.name)).toEqual(['@everyone', 'Bot', 'New']);
    take('GUILD_ROLE_DELETE', { guild_id: serverId, role_id: roleId });
    expect(find().botRoleIds).toEqual([]);

    take('CHANNEL_CREATE', { id: '500000000000000002', guild_id: serverId, type: 0, name: 'chat', position: 1 });
    take('CHANNEL_UPDATE', { id: '500000000000000001', guild_id: serverId, type: 0, name: 'old news', position: 1 });
    expect([...find().channels.values()].map((each) => each.name)).toEqual(['old news', 'chat']);
    take('CHANNEL_DELETE', { id: '500000000000000001', guild_id: serverId, type: 0 });
    expect(find().channels.size).toBe(1);

    take('GUILD_MEMBER_UPDATE', {
      guild_id: serverId,
      user: { id: botId, username: 'tally' },
      roles: ['300000000000000009'],
    });
    take('GUILD_MEMBER_UPDATE', { guild_id: serverId, user: { id: '400000000000000009' }, roles: [] });
    expect(find().botRoleIds).toEqual(['300000000000000009']);

    take('GUILD_MEMBER_ADD', { guild_id: serverId, user: { id: '400000000000000009' } });
    take('GUILD_MEMBER_ADD', { guild_id: serverId, user: { id: '400000000000000010' } });
    take('GUILD_MEMBER_REMOVE', { guild_id: serverId, user: { id: '400000000000000009' } });
    expect(find().memberCount).toBe(51);
    expect(servers.totals()).toEqual({ servers: 1, members: 51 });
    expect(warn).not.toHaveBeenCalled();
  });

  test('an odd event is skipped, and the rest continues', () => {
    const { servers, take, ready, warn } = open();
    ready(serverId);
    take('GUILD_CREATE', { id: serverId });
    take('CHANNEL_UPDATE', null);
    take('SOMETHING_NEW', 5);
    take('GUILD_CREATE', guild());
    expect(servers.size).toBe(1);
    expect(warn).toHaveBeenCalledTimes(2);
    expect(warn.mock.calls[0]?.[0]).toMatchObject({ err: { message: expect.stringContaining('name: undefined') } });
  });
});

describe('joining and leaving', () => {
  const story = ['serverJoined', 'serverLeft', 'serverSeen', 'shardReady'] as const;

  test('servers that were there before are seen, not joined', async () => {
    const { names, stage, take, ready } = open([...story]);
    ready(serverId);
    take('GUILD_CREATE', guild());
    take('GUILD_CREATE', guild(other));
    await stage.idle();
    expect(names()).toEqual(['shardReady', 'serverSeen', 'serverSeen', 'serverJoined']);
  });

  test('an outage of Discord is neither leaving nor joining', async () => {
    const { names, servers, stage, take, ready } = open([...story]);
    ready(serverId);
    take('GUILD_CREATE', guild());
    take('GUILD_DELETE', { id: serverId, unavailable: true });
    expect(servers.has(serverId)).toBe(true);
    take('GUILD_CREATE', { id: serverId, unavailable: true });
    take('GUILD_CREATE', guild());
    await stage.idle();
    expect(names()).toEqual(['shardReady', 'serverSeen', 'serverSeen']);
  });

  test('a server that left while the bot was away is noticed at the next start', async () => {
    const { heard, stage, take, ready, servers } = open(['serverLeft']);
    ready(serverId, other);
    take('GUILD_CREATE', guild());
    take('GUILD_CREATE', guild(other));
    ready(other);
    take('GUILD_DELETE', { id: other });
    await stage.idle();
    expect(heard).toEqual([
      ['serverLeft', { serverId }],
      ['serverLeft', { serverId: other }],
    ]);
    expect(servers.size).toBe(0);
  });
});

describe('listeners', () => {
  test('intents follow from the events that features use', () => {
    const listeners = [
      on('memberJoined', async () => {}),
      on('interaction', async () => {}),
      on('serverLeft', async () => {}),
    ];
    expect([...intentsFor(listeners)]).toEqual(['GuildMembers']);
    expect(intentsOf(['Guilds', 'MessageContent'])).toBe(intentBits.Guilds | intentBits.MessageContent);
  });

  test('a listener receives events that its conditions allow or cannot decide', async () => {
    const told: [string, unknown][] = [];
    let here: ReadonlySet<ServerId> | undefined = new Set([serverId]);
    const ann = UserId.parse('400000000000000009');
    const channels = new Set([ChannelId.parse('500000000000000001')]);
    const hear =
      (name: string) =>
      (_ctx: Ctx, { messageId }: { messageId: unknown }) =>
        Promise.resolve(void told.push([name, messageId]));
    const listeners = [
      on('messagePosted', hear('by server'), { servers: () => here }),
      on('messagePosted', hear('by channel'), { channels: () => channels }),
      on('messagePosted', hear('by author'), { postedBy: () => botId }),
      on('messagePosted', hear('by text'), { servers: () => here, saying: () => 'kick.com' }),
    ];
    const stage = createStage({ listeners, makeCtx: () => ({}) as Ctx, log: silentLog });
    const dispatcher = createDispatcher({ servers: createServers(), stage, gate: openGate, log: silentLog });
    const post = async (id: string, more: object) => {
      const about = { id, channel_id: '500000000000000009', guild_id: other, author: { id: ann, username: 'ann' } };
      dispatcher.take(0, arrived('MESSAGE_CREATE', 1, { ...about, ...more }));
      await stage.idle();
      const heard = told.splice(0);
      expect(heard.map(([, messageId]) => messageId)).toEqual(heard.map(() => id));
      return heard.map(([name]) => name);
    };
    expect(await post('600000000000000001', { content: 'kick.com' })).toEqual([]);
    expect(await post('600000000000000002', { guild_id: serverId })).toEqual(['by server']);
    expect(await post('600000000000000003', { channel_id: '500000000000000001' })).toEqual(['by channel']);
    const content = 'https://kick.com/ann';
    expect(await post('600000000000000004', { guild_id: serverId, content })).toEqual(['by server', 'by text']);
    expect(await post('600000000000000007', { author: { id: botId, username: 'tally', bot: true } })).toEqual([
      'by author',
    ]);
    expect(await post('600000000000000008', { application_id: botId })).toEqual(['by author']);
    expect(await post('600000000000000009', { content: `<@${botId}>` })).toEqual([]);
    // A direct message belongs to no server, even when it links to a message in one.
    const link = { guild_id: undefined, message_reference: { guild_id: other } };
    expect(await post('600000000000000005', link)).toEqual(['by server']);
    here = undefined;
    expect(await post('600000000000000006', {})).toEqual(['by server']);
  });

  test('data arrives in our form, and odd data reaches no listener', async () => {
    const { heard, stage, take, ready, warn } = open(['memberJoined', 'presenceChanged']);
    ready(serverId);
    take('GUILD_MEMBER_ADD', {
      guild_id: serverId,
      user: { id: '400000000000000009', username: 'ann' },
      roles: [],
      joined_at: '2026-01-01T00:00:00Z',
      pending: true,
    });
    take('PRESENCE_UPDATE', { guild_id: serverId, user: { id: '400000000000000009' }, activities: 'odd', status: 7 });
    take('PRESENCE_UPDATE', { user: {} });
    await stage.idle();
    expect(heard).toEqual([
      ['memberJoined', expect.objectContaining({ serverId, member: expect.objectContaining({ isPending: true }) })],
      ['presenceChanged', { serverId, userId: '400000000000000009', status: null, activities: null }],
    ]);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  test('one that fails harms no other', async () => {
    const error = vi.fn<Log['error']>();
    const good = vi.fn<() => Promise<void>>(() => Promise.resolve());
    const listeners = [on('serverLeft', () => Promise.reject(new Error('no'))), on('serverLeft', good)];
    const stage = createStage({ listeners, makeCtx: () => ({}) as Ctx, log: { ...silentLog, error } });
    await stage.tell('serverLeft', () => ({ serverId }));
    expect(good).toHaveBeenCalledOnce();
    expect(error).toHaveBeenCalledOnce();
  });

  test('one that fails at once, alone, is as harmless, and nothing waits for it', async () => {
    const error = vi.fn<Log['error']>();
    const atOnce = on('serverLeft', () => {
      throw new Error('no');
    });
    const stage = createStage({ listeners: [atOnce], makeCtx: () => ({}) as Ctx, log: { ...silentLog, error } });
    for (let round = 0; round < 300; round += 1) await stage.tell('serverLeft', () => ({ serverId }));
    await stage.idle();
    expect(error).toHaveBeenCalledTimes(300);
  });
});

describe('sessions', () => {
  const info: SessionInfo = { sessionId: 's', resumeURL: 'ws://x', sequence: 5, shardCount: 1, shardId: 0 };

  test('a broken connection does not cost the session, an invalid one does', () => {
    const lost = vi.fn<(shardId: number) => void>();
    const sessions = createSessions(lost);
    sessions.set(0, info);
    sessions.sawClose(0, 1006);
    sessions.set(0, null);
    expect(sessions.get(0)).toEqual(info);
    sessions.sawHello(0);
    sessions.set(0, null);
    expect(sessions.get(0)).toBeNull();
    expect(lost).toHaveBeenCalledOnce();
  });

  test('an address that cannot be reached again and again is given up', () => {
    const sessions = createSessions(() => {});
    sessions.set(0, info);
    for (let round = 0; round < 10; round += 1) {
      sessions.sawClose(0, 1006);
      sessions.set(0, null);
    }
    expect(sessions.get(0)).toBeNull();
  });

  test('the saved position is never ahead of the listeners', async () => {
    const saves: ChangedShard[] = [];
    const gate = Promise.withResolvers<void>();
    const sessions = createSessions(() => {});
    const servers = createServers();
    const stage = createStage({
      listeners: [on('serverSeen', () => gate.promise)],
      makeCtx: () => ({}) as Ctx,
      log: silentLog,
    });
    const dispatcher = createDispatcher({ servers, stage, gate: openGate, log: silentLog });
    const store = {
      load: () => Promise.resolve(null),
      clear: () => Promise.resolve(),
      save: vi.fn<ShardStore['save']>((changed: ChangedShard) => {
        saves.push(changed);
        return Promise.resolve();
      }),
    };
    const saver = createSaver({
      store,
      servers,
      sessions,
      dispatcher,
      intents: 1,
      log: silentLog,
      timers: systemTimers,
      everyMs: 60_000,
      isWhole: () => true,
    });
    sessions.set(0, { ...info, sequence: 4 });
    dispatcher.ready(0, { user: { id: botId }, guilds: [{ id: serverId }] });
    dispatcher.take(0, arrived('RESUMED', 2, {}));
    dispatcher.take(0, arrived('GUILD_CREATE', 3, guild()));
    dispatcher.take(0, arrived('RESUMED', 4, {}));
    store.save.mockRejectedValueOnce(new Error('disk full'));
    await saver.stop();
    await saver.stop();
    gate.resolve();
    await stage.idle();
    await saver.stop();
    await saver.stop();
    expect(saves.map(({ session }) => session.sequence)).toEqual([2, 4]);
    expect([...(saves[0]?.servers.keys() ?? [])]).toEqual([serverId]);
    expect(saves[1]?.servers.size).toBe(0);
  });

  test('a saved server is the same after a restart', () => {
    const { servers, take, ready } = open();
    ready(serverId);
    take('GUILD_CREATE', guild());
    const bytes = servers.takeChanged(0).get(serverId) as Uint8Array;
    const next = createServers();
    expect(next.restore(serverId, bytes, 0)).toBe(true);
    expect(next.find(serverId)).toEqual(servers.find(serverId));
    expect(readMemberCount(bytes)).toBe(50);
  });
});
