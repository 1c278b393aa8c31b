import {
  type AnyEndpoint,
  creators,
  linkedRoles,
  listContract,
  NO_RECORD,
  notifications,
  overrides,
  type Schema,
  type ServerChange,
  serverParts,
  servers,
  starboard,
  statCounters,
  stickyMessage,
} from '@tally/contract';
import { sql } from '@tally/infra/sql';
import { type Answer, demoUser, nightCity, somebodyElse, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { walk } from '../../packages/contract/src/testing/walk.ts';

/** Tests the list of changes as a manager reads it, and conflicts between two managers. */
let api: TestApi;
let robin: string;
let room: string;
let hall: string;
let role: string;

const get = async (path: string) => (await api.request('GET', path, { token: robin })).json.data;
const ok = (answer: Answer) => {
  expect([answer.status, answer.json.error]).toEqual([200, undefined]);
  return answer.json.data;
};
const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const make = async (action: string, name: string) =>
  ((await discord(action, { guild_id: nightCity, name, position: 1 })) as { id: string }).id;

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited' } });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.reset();
  await api.database.db.execute(
    sql`insert into servers (id, name, member_count, joined_at) values (${nightCity}, 'Night City', 20, now())`,
  );
  room = await make('add-channel', 'room');
  hall = await make('add-channel', 'hall');
  role = await make('add-role', 'fans');
  robin = await api.logIn();
});

type Line = [who: string | null, action: string, what: string, subject: string | undefined, ...fields: unknown[]];

const byName = ([one]: unknown[], [other]: unknown[]): number => (String(one) < String(other) ? -1 : 1);

/** Returns the changes as a person reads them, oldest first. */
async function record(): Promise<Line[]> {
  const { list } = (await get(`/data/guild/${nightCity}/changes`)) as { list: ServerChange[] };
  return list
    .map(({ author, username, action, what, subject, fields }): Line => {
      const who = author === 'person' ? username : author;
      return [
        who,
        action,
        what,
        subject?.value,
        ...fields.map((each) => [each.field, each.before, each.after]).toSorted(byName),
      ];
    })
    .toReversed();
}

const call = async (endpoint: AnyEndpoint, input: object = {}, params: object = {}) =>
  await api.call(endpoint, { params: { guildId: nightCity, ...params }, ...input }, robin);
const patch = async (body: object) => ok(await call(servers.updateServer, { body }));

const kick = { platform: 'kick', streamer: 'xqc' };
const follow = async (body: object = {}) => ok(await call(notifications.addStreamer, { body }, kick));

/** One record of each feature, with a change and the line about it. */
const changes: Record<string, { change: () => Promise<unknown>; lines: () => unknown[][] }> = {
  servers: {
    change: () => patch({ locale: 'ar-SA' }),
    lines: () => [['changed', 'locale', undefined, ['locale', 'en-US', 'ar-SA']]],
  },
  birthday: {
    change: () => patch({ birthdayEnabled: true, birthdayChannelId: room }),
    lines: () => [
      ['changed', 'birthdayEnabled', undefined, ['birthdayEnabled', null, true]],
      ['changed', 'birthdayChannelId', undefined, ['birthdayChannelId', null, room]],
    ],
  },
  'welcome-leave': {
    change: () => patch({ welcomeRoleId: role }),
    lines: () => [['changed', 'welcomeRoleId', undefined, ['welcomeRoleId', null, role]]],
  },
  branding: {
    change: () => patch({ disableBranding: { clips: true } }),
    lines: () => [['changed', 'disableBranding', undefined, ['clips', null, true]]],
  },
  'what is off instead of not set': {
    change: () => patch({ welcomePing: false }),
    lines: () => [['changed', 'welcomePing', undefined, ['welcomePing', null, false]]],
  },
  'role-sync': {
    change: () => patch({ syncUsername: true }),
    lines: () => [['changed', 'syncUsername', undefined, ['syncUsername', null, true]]],
  },
  'quiet hours': {
    change: () => patch({ quietHours: { timeZone: 'UTC', from: '23:00', until: '07:00' } }),
    lines: () => [
      [
        'changed',
        'quietHours',
        undefined,
        ['enabled', null, true],
        ['timeZone', null, 'UTC'],
        ['from', null, '23:00'],
        ['until', null, '07:00'],
        ['mode', null, 'skip'],
      ],
    ],
  },
  overrides: {
    change: async () => {
      const body = { priorityOnConflict: 5, applyTo: [], query: ['slots'], queryIn: ['title'], actions: ['cancel'] };
      ok(await call(overrides.saveOverride, { body }));
    },
    lines: () => [
      [
        'added',
        'notificationOverrides',
        '5',
        ['query', null, ['slots']],
        ['queryIn', null, ['title']],
        ['actions', null, ['cancel']],
      ],
    ],
  },
  'message-editor': {
    change: async () => {
      const query = { type: 'customMessages', subType: 'kickLive' };
      ok(await call(serverParts.saveMessage, { query, body: { type: 'kickLive', content: 'Live!' } }));
    },
    lines: () => [['added', 'messages', 'kickLive', ['content', null, 'Live!']]],
  },
  'live-role': {
    change: async () =>
      ok(await call(serverParts.saveRole, { query: { type: 'autoLiveRoles' }, body: { roleId: role, filter: null } })),
    lines: () => [['added', 'autoLiveRoles', role]],
  },
  'linked-roles': {
    change: async () => {
      const given = await make('add-role', 'given');
      ok(await call(linkedRoles.saveRule, { query: {}, body: { roleId: role, onAddRolesToAdd: [given] } }));
    },
    lines: () => [['added', 'linkedRoles', role, ['onAddRolesToAdd', null, [expect.any(String)]]]],
  },
  'sticky-message': {
    change: async () => {
      ok(await call(stickyMessage.saveSticky, { query: {}, body: { channelId: room, content: 'Rules' } }));
      ok(
        await call(stickyMessage.saveSticky, {
          query: { channelId: room },
          body: { channelId: hall, content: 'Rules' },
        }),
      );
      ok(await call(stickyMessage.removeSticky, { query: { channelId: hall } }));
    },
    lines: () => [
      ['added', 'stickyMessages', room, ['content', null, 'Rules'], ['mode', null, 'everyMessage']],
      ['changed', 'stickyMessages', hall, ['channelId', room, hall]],
      ['removed', 'stickyMessages', hall, ['content', 'Rules', null], ['mode', 'everyMessage', null]],
    ],
  },
  starboard: {
    change: async () => {
      ok(await call(starboard.addStarboard, { body: { channelId: room } }));
      ok(await call(starboard.updateStarboard, { query: {}, body: { threshold: 5 } }, { channelId: room }));
      ok(await call(starboard.removeStarboard, { query: {} }, { channelId: room }));
    },
    lines: () => [
      ['added', 'starboards', room],
      ['changed', 'starboards', room, ['threshold', null, 5]],
      ['removed', 'starboards', room, ['threshold', 5, null]],
    ],
  },
  'stat-counters': {
    change: async () => {
      const body = { platform: 'kick', types: ['members'] };
      ok(await call(serverParts.postPanel, { query: {}, body }, { panel: 'statCounters' }));
      const [counter] = (await get(`/data/guild/${nightCity}/statCounters`)) as { channelId: string }[];
      ok(await call(statCounters.removeCounter, { query: { channelId: counter?.channelId } }));
    },
    lines: () => [
      ['added', 'statCounters', 'Members: 20', ['channelId', null, expect.any(String)], ['type', null, 'members']],
      ['removed', 'statCounters', 'Members: 20', ['channelId', expect.any(String), null], ['type', 'members', null]],
    ],
  },
  notifications: {
    change: async () => {
      await follow({ notificationChannelId: room });
      ok(await call(notifications.updateStreamer, { query: {}, body: { pingRoleId: role, paused: true } }, kick));
      const query = { type: 'customMessages', subTypeOrId: 'kickLive' };
      ok(await call(notifications.saveArrayItem, { query, body: { type: 'kickLive', content: 'Now' } }, kick));
      ok(await call(notifications.removeArrayItem, { query }, kick));
      ok(await call(notifications.removeStreamer, { query: {} }, kick));
    },
    lines: () => [
      ['added', 'streamers', 'xqc', ['notificationChannelId', null, room]],
      ['changed', 'streamers', 'xqc', ['pingRoleId', null, role], ['paused', null, true]],
      ['changed', 'streamers', 'xqc', ['customMessages.kickLive', null, expect.objectContaining({ content: 'Now' })]],
      ['changed', 'streamers', 'xqc', ['customMessages.kickLive', expect.objectContaining({ content: 'Now' }), null]],
      [
        'removed',
        'streamers',
        'xqc',
        ['pingRoleId', role, null],
        ['paused', true, null],
        ['notificationChannelId', room, null],
      ],
    ],
  },
  leaderboards: {
    change: async () => {
      await follow();
      const query = { type: 'leaderboardSyncRoles', subTypeOrId: 'weekly' };
      const body = { type: 'weekly', roles: [{ roleId: role, position: 1 }] };
      ok(await call(notifications.saveArrayItem, { query, body }, kick));
    },
    lines: () => [
      ['added', 'streamers', 'xqc'],
      [
        'changed',
        'streamers',
        'xqc',
        ['leaderBoardSyncRoles', [], [{ type: 'weekly', roles: [{ roleId: role, position: 1 }] }]],
      ],
    ],
  },
  creators: {
    change: async () => {
      await follow();
      const channels = [{ platform: 'kick', streamerUserName: 'xqc' }];
      const made = ok(await call(creators.addCreator, { body: { name: 'xQc everywhere', channels } }));
      const { creatorId } = made as { creatorId: string };
      ok(await call(creators.updateCreator, { query: {}, body: { name: 'Felix' } }, { creatorId }));
      ok(await call(creators.removeCreator, { query: {} }, { creatorId }));
    },
    lines: () => [
      ['added', 'streamers', 'xqc'],
      ['added', 'creators', 'xQc everywhere', ['channels', null, [expect.objectContaining({ platform: 'kick' })]]],
      ['changed', 'creators', 'Felix', ['name', 'xQc everywhere', 'Felix']],
      ['removed', 'creators', 'Felix', ['channels', [expect.objectContaining({ platform: 'kick' })], null]],
    ],
  },
};

/** The fields that a body can set. A server's settings contain no keys, tokens or secret URLs. */
const settable = new Set(
  listContract()
    .filter(({ endpoint }) => endpoint.access.who === 'manager')
    .flatMap(({ endpoint }) => Object.values<Schema>(endpoint.bodyBy?.choices ?? { body: endpoint.body }))
    .flatMap((body) => [...walk(body)].flatMap(([path]) => path.split('.'))),
);

describe('the record of changes', () => {
  it.each(Object.entries(changes))(
    'records who changed what in %s, from what to what',
    async (_, { change, lines }) => {
      await change();
      const expected = lines().map(([action, what, subject, ...fields]): unknown[] => [
        'robin',
        action,
        what,
        subject,
        ...(fields as unknown[][]).toSorted(byName),
      ]);
      const read = await record();
      expect(read).toHaveLength(expected.length);
      expect(read).toEqual(expect.arrayContaining(expected));
      for (const name of read.flatMap(([, , , , ...fields]) => fields.map((field) => String((field as unknown[])[0]))))
        expect([name, settable.has(name.split('.')[0] ?? '')]).toEqual([name, true]);
      // Saving the stored values again is no change.
      const before = await record();
      await patch({
        quietHours: undefined,
        locale: ((await get(`/data/guild/${nightCity}`)) as { locale: string }).locale,
      });
      expect(await record()).toEqual(before);
    },
  );

  it('has one line for quiet hours that are switched off: the other fields are untouched', async () => {
    await patch({ quietHours: { timeZone: 'UTC', from: '23:00', until: '07:00' } });
    await patch({ quietHours: { enabled: false } });
    expect((await record()).slice(1)).toEqual([
      ['robin', 'changed', 'quietHours', undefined, ['enabled', true, false]],
    ]);
  });

  it('names the program itself, and lists forgotten people separately', async () => {
    await patch({ locale: 'ar-SA' });
    await patch({ locale: 'en-US' });
    await api.database.db.execute(
      sql`update server_changes set user_id = null, is_ours = true where id = (select max(id) from server_changes)`,
    );
    ok(await api.request('DELETE', `/data/user/${demoUser}`, { token: robin }));
    const other = await api.logIn(somebodyElse);
    const { json } = await api.request('GET', `/data/guild/${nightCity}/changes`, { token: other });
    expect(
      json.status === 200 ? (json.data as { list: ServerChange[] }).list.map((each) => each.author) : json,
    ).toEqual(['tally', 'forgotten']);
  });
});

describe('two managers', () => {
  const versionOf = async (path: string, find: (each: Record<string, unknown>) => boolean = () => true) => {
    const data = await get(path);
    const list = (Array.isArray(data) ? data : [data]) as Record<string, unknown>[];
    return String(list.find(find)?.['version']);
  };
  const refused = (answer: Answer) => expect([answer.status, answer.json.code]).toEqual([409, 'changedMeanwhile']);
  const ofXqc = `/data/guild/${nightCity}/kick/xqc`;

  it("of the same streamer: the second gets a conflict, and the first one's change is kept", async () => {
    await follow({ notificationChannelId: room });
    const version = await versionOf(ofXqc);
    ok(await call(notifications.updateStreamer, { query: { version }, body: { pingRoleId: role } }, kick));
    const late = { query: { version }, body: { notificationChannelId: hall } };
    refused(await call(notifications.updateStreamer, late, kick));
    expect(await get(ofXqc)).toMatchObject({ notificationChannelId: room, pingRoleId: role });
    refused(await call(notifications.removeStreamer, { query: { version } }, kick));
    const now = { ...late, query: { version: await versionOf(ofXqc) } };
    ok(await call(notifications.updateStreamer, now, kick));
    expect(await get(ofXqc)).toMatchObject({ notificationChannelId: hall, pingRoleId: role });
  });

  it('of the same streamer: a message counts too', async () => {
    await follow();
    const version = await versionOf(ofXqc);
    const query = { type: 'customMessages', subTypeOrId: 'kickLive', version };
    ok(await call(notifications.saveArrayItem, { query, body: { type: 'kickLive', content: 'Mine' } }, kick));
    refused(await call(notifications.saveArrayItem, { query, body: { type: 'kickLive', content: 'Yours' } }, kick));
    expect(await get(ofXqc)).toMatchObject({ customMessages: [{ content: 'Mine' }] });
  });

  it('of different streamers, or of a streamer and the server, do not meet', async () => {
    await follow();
    ok(await call(notifications.addStreamer, { body: {} }, { platform: 'kick', streamer: 'trainwreckstv' }));
    const [one, server] = [
      await versionOf(ofXqc),
      ((await get(`/data/guild/${nightCity}`)) as { version: number }).version,
    ];
    const other = { platform: 'kick', streamer: 'trainwreckstv' };
    ok(await call(notifications.updateStreamer, { query: {}, body: { paused: true } }, other));
    ok(await call(notifications.updateStreamer, { query: { version: one }, body: { paused: true } }, kick));
    await patch({ version: server, locale: 'ar-SA' });
    expect(await get(ofXqc)).toMatchObject({ paused: true });
  });

  it('of any other record: the second gets a conflict', async () => {
    ok(await call(starboard.addStarboard, { body: { channelId: room } }));
    ok(await call(stickyMessage.saveSticky, { query: {}, body: { channelId: room, content: 'One' } }));
    const server = () => get(`/data/guild/${nightCity}`) as Promise<{ stickyMessages: { version: string }[] }>;
    const board = { version: await versionOf(`/data/starboards/${nightCity}`) };
    const sticky = { version: (await server()).stickyMessages[0]?.version, channelId: room };
    const boardTo = (threshold: number) =>
      call(starboard.updateStarboard, { query: board, body: { threshold } }, { channelId: room });
    const stickyTo = (content: string) =>
      call(stickyMessage.saveSticky, { query: sticky, body: { channelId: room, content } });
    ok(await boardTo(4));
    refused(await boardTo(5));
    ok(await stickyTo('Two'));
    refused(await stickyTo('Three'));
    expect((await server()).stickyMessages).toMatchObject([{ content: 'Two' }]);
  });

  it('if two people create the same record, the second gets a conflict', async () => {
    const made = (content: string) =>
      call(stickyMessage.saveSticky, { query: { version: NO_RECORD }, body: { channelId: room, content } });
    ok(await made('One'));
    refused(await made('Two'));
    expect(await get(`/data/guild/${nightCity}`)).toMatchObject({ stickyMessages: [{ content: 'One' }] });
  });
});
