import { contract, type Deed, listContract, staffPeople, tiers } from '@tally/contract';
import { features } from '@tally/features/registry';
import { sql } from '@tally/infra/sql';
import type { Feature, Route } from '@tally/kernel';
import { type Ask, demoUser, somebodyElse, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const nightCity = '801000000000000000';
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const moves = { reason: 'Moves to another machine' };
const long = (letter: string) => letter.repeat(120);

let api: TestApi;
let owner: string;
let member: string;
/** A fault that a test adds to the API's handlers, or to the audit log. */
let fault: { readonly deed?: true; readonly line?: true } = {};

const faulty =
  (handler: Route['handler']): Route['handler'] =>
  async (...args) => {
    const result = await handler(...args);
    if (fault.deed) throw new Error('the call fails after its work');
    return result;
  };
const faultyRecord =
  (recordStaff: NonNullable<Feature['recordStaff']>): Feature['recordStaff'] =>
  async (ctx, call) => {
    const complete = await recordStaff(ctx, call);
    return async (subject) => {
      await complete(subject);
      if (fault.line) throw new Error('the line can not be written');
    };
  };

beforeAll(async () => {
  api = await testApi({
    env: { OWNER_IDS: demoUser },
    doors: {
      queue: { send: async () => 'job', sendMany: async () => {} } as never,
      safeMode: { current: { reason: 'restored', since: new Date() } } as never,
    },
    features: features.map((feature) => ({
      ...feature,
      routes: (feature.routes ?? []).map((route) => ({ ...route, handler: faulty(route.handler) })),
      ...(feature.recordStaff && { recordStaff: faultyRecord(feature.recordStaff) }),
    })),
  });
  owner = await api.logIn(demoUser);
  member = await api.logIn(somebodyElse);
  await api.database.db.execute(sql`
    insert into servers (id, name, member_count, joined_at) values (${nightCity}, 'Night City', 1, now())`);
});
afterAll(() => api.close());

async function ask(method: string, path: string, { body, token = owner, headers }: Ask = {}): Promise<unknown> {
  const answer = await api.request(method, path, { token, body, ...(headers ? { headers } : {}) });
  expect([method, path, answer.status, answer.text]).toEqual([method, path, 200, answer.text]);
  return answer.json.data;
}

const record = async (): Promise<Deed[]> =>
  (await api.call(staffPeople.listDeeds, { query: {} }, owner)).json.data as Deed[];
const idOf = async (statement: string): Promise<string> =>
  String((await api.database.db.execute<{ id: unknown }>(sql.raw(statement))).rows[0]?.id);
const upload = (key: string) => {
  const part = (name: string, more = '') => `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(`${part('key')}${key}\r\n${part('file', '; filename="a.png"')}`),
    png,
    Buffer.from('\r\n--b--\r\n'),
  ]);
  return { body, headers: { 'content-type': 'multipart/form-data; boundary=b' } };
};

const post = {
  identifier: 'summer',
  title: 'Summer',
  content: long('a'),
  authorName: 'Ada',
  authorIcon: 'https://tally.example/ada.png',
  tags: [],
  isPinned: false,
  isPublic: false,
};
const changelog = {
  identifier: 'v2',
  title: 'Version 2',
  date: '2026-01-01T00:00:00Z',
  changes: ['One'],
  isPublic: true,
};
const notice = {
  text: 'Back soon',
  href: null,
  severity: 'info',
  audience: 'everybody',
  from: '2026-01-01T00:00:00Z',
  until: null,
};
const incident = {
  title: 'Late messages',
  isMaintenance: false,
  impact: 'degraded',
  components: ['api'],
  startsAt: '2026-01-01T00:00:00Z',
  endsAt: null,
  text: 'We look into it.',
};
const change = (field: string, before: unknown, after: unknown) => ({ field, before, after });
const person = { userId: somebodyElse };

type Step = readonly [call: string, make: () => Promise<unknown>, line: object];

/** Every change that staff can make, in a working order, with the text of its line. */
const steps: readonly Step[] = [
  ['blog.addBlog', () => ask('POST', '/data/blogs', { body: post }), { title: 'Summer', href: '/admin/blogs/summer' }],
  [
    'blog.updateBlog',
    () => ask('PATCH', '/data/blogs/summer', { body: { title: 'Late summer', content: `${long('b')}!` } }),
    {
      title: 'Late summer',
      changes: [change('title', 'Summer', 'Late summer'), change('content', { characters: 120 }, { characters: 121 })],
    },
  ],
  ['blog.shareBlogDraft', () => ask('POST', '/data/blogs/summer/preview'), { title: 'Late summer' }],
  ['blog.removeBlog', () => ask('DELETE', '/data/blogs/summer'), { title: 'Late summer', href: null }],
  ['news.addNews', () => ask('POST', '/data/news', { body: changelog }), { title: 'Version 2' }],
  [
    'news.updateNews',
    () => ask('PATCH', '/data/news/v2', { body: { isPublic: false } }),
    { title: 'Version 2', href: '/admin/changelogs/v2', changes: [change('isPublic', true, false)] },
  ],
  ['news.removeNews', () => ask('DELETE', '/data/news/v2'), { title: 'Version 2', href: null }],
  ['news.addNotice', () => ask('POST', '/data/notices', { body: notice }), { title: 'Back soon' }],
  [
    'news.updateNotice',
    async () =>
      await ask('PATCH', `/data/notices/${await idOf('select id from notices')}`, {
        body: { ...notice, severity: 'warning' },
      }),
    { title: 'Back soon', changes: [change('severity', 'info', 'warning')] },
  ],
  [
    'news.removeNotice',
    async () => await ask('DELETE', `/data/notices/${await idOf('select id from notices')}`),
    { title: 'Back soon' },
  ],
  ['faq.addFaq', () => ask('POST', '/data/faq', { body: { question: 'Why?', answer: 'So.' } }), { title: 'Why?' }],
  [
    'faq.updateFaq',
    async () =>
      await ask('PATCH', `/data/faq/${await idOf('select identifier as id from faq_entries')}`, {
        body: { answer: 'Because.' },
      }),
    { title: 'Why?', href: '/admin/faq', changes: [change('answer', 'So.', 'Because.')] },
  ],
  [
    'faq.removeFaq',
    async () => await ask('DELETE', `/data/faq/${await idOf('select identifier as id from faq_entries')}`),
    { title: 'Why?' },
  ],
  [
    'faq.answerQuestion',
    async () => {
      await ask('POST', '/data/faq/ask', { body: { question: 'Where is it?' }, token: member });
      const id = await idOf('select id from faq_questions');
      await ask('PUT', `/admin/faq/questions/${id}`, { body: { answer: 'Here.', addToFaq: true } });
    },
    { title: 'Where is it?', person },
  ],
  [
    'feedback-board.takeCommentAway',
    async () => {
      await ask('POST', '/data/feedback', { body: { kind: 'idea', title: 'More cats', text: 'Meow' }, token: member });
      const id = await idOf(`select id from wishes where title = 'More cats'`);
      await ask('POST', `/data/feedback/${id}/comments`, { body: { text: 'Yes' }, token: member });
      await ask('DELETE', `/admin/feedback/${id}/comments/${await idOf('select id from wish_comments')}`);
    },
    { title: null, href: expect.stringMatching(/^\/feedback\/\d+$/), person },
  ],
  [
    'feedback-board.decideWish',
    async () =>
      await ask('PUT', `/admin/feedback/${await idOf('select id from wishes')}/state`, {
        body: { state: 'planned', why: null },
      }),
    { title: 'More cats', person, changes: [change('state', 'open', 'planned')] },
  ],
  [
    'feedback-board.mergeWish',
    async () => {
      await ask('POST', '/data/feedback', { body: { kind: 'idea', title: 'Dogs', text: 'Woof' }, token: member });
      const into = await idOf(`select id from wishes where title = 'More cats'`);
      await ask('PUT', `/admin/feedback/${await idOf(`select id from wishes where title = 'Dogs'`)}/merge`, {
        body: { into },
      });
    },
    { title: 'Dogs', person },
  ],
  [
    'feedback-board.takeWishAway',
    async () => await ask('DELETE', `/admin/feedback/${await idOf(`select id from wishes where title = 'More cats'`)}`),
    { title: 'More cats', person },
  ],
  ['status.addIncident', () => ask('POST', '/status/incidents', { body: incident }), { title: 'Late messages' }],
  [
    'status.updateIncident',
    async () =>
      await ask('PATCH', `/status/incidents/${await idOf('select id from incidents')}`, { body: { impact: 'major' } }),
    { title: 'Late messages', changes: [change('impact', 'degraded', 'major')] },
  ],
  [
    'status.tellIncident',
    async () =>
      await ask('POST', `/status/incidents/${await idOf('select id from incidents')}/updates`, {
        body: { state: 'over', text: 'Done.' },
      }),
    { title: 'Late messages', href: expect.stringMatching(/^\/status\/\d+$/) },
  ],
  [
    'status.removeIncident',
    async () => await ask('DELETE', `/status/incidents/${await idOf('select id from incidents')}`),
    { title: 'Late messages', href: null },
  ],
  [
    'files.uploadFile',
    () => ask('POST', '/data/files', upload('a.png')),
    { title: 'a.png', href: '/files/content/a.png' },
  ],
  ['files.removeFile', () => ask('DELETE', '/data/files/a.png'), { title: 'a.png', href: null }],
  [
    'vods.removeVod',
    async () => {
      await api.database.db.execute(sql`
        insert into vod_recordings (id, platform, video_id, channel_id, channel_name, title, url, started_at, state, found_at)
        values ('rec1', 'kick', 'v1', 'c1', 'ada', 'Long night', 'https://kick.com/ada', now(), 'kept', now())`);
      await ask('DELETE', '/data/vods/rec1');
    },
    { title: 'Long night' },
  ],
  [
    'birthday.correctBirthday',
    () =>
      ask('PUT', `/data/user/${somebodyElse}/birthday`, {
        body: { date: '05/04', year: 1990, timeZone: 'Europe/Paris' },
      }),
    {
      person,
      // The year of birth is private, even among staff.
      changes: expect.arrayContaining([change('date', null, '05/04'), change('yearChanged', false, true)]),
    },
  ],
  [
    'premium.updatePlan',
    () => ask('PATCH', `/premium/plans/${tiers.ServerPremium}`, { body: { trialDays: 9, limits: { Overrides: 77 } } }),
    { href: '/admin/premium', changes: [change('trialDays', 0, 9), change('Overrides', expect.any(Number), 77)] },
  ],
  [
    'premium.updateManaged',
    () => ask('PATCH', `/premium/manage/guild/${nightCity}`, { body: { newPlanId: tiers.ServerPremium } }),
    {
      server: { serverId: nightCity, name: 'Night City' },
      changes: [change('tier', null, expect.stringContaining('Premium'))],
    },
  ],
  [
    'admin.setFlags',
    () =>
      ask('PUT', `/admin/people/${somebodyElse}/flags`, {
        body: { flags: ['Partner', 'Beta'], reason: 'Streams daily' },
      }),
    { person, reason: 'Streams daily', changes: [change('flags', null, 'Partner, Beta')] },
  ],
  [
    'admin.showEmail',
    () => ask('POST', `/admin/people/${somebodyElse}/email`, { body: { reason: 'Lost their login' } }),
    { person, reason: 'Lost their login', changes: [] },
  ],
  [
    'admin.exportEmails',
    () => ask('POST', '/admin/emails/export', { body: { reason: 'The summer letter' } }),
    { person: null, reason: 'The summer letter' },
  ],
  ['moving.exportAllSettings', () => ask('POST', '/admin/settings-files/export', { body: moves }), moves],
  [
    'admin.ban',
    () => ask('PUT', `/admin/bans/server/${nightCity}`, { body: { reason: 'Spam', until: null } }),
    { server: { serverId: nightCity }, reason: 'Spam' },
  ],
  [
    'admin.lookAtServer',
    () => ask('POST', `/admin/servers/${nightCity}/look`, { body: { reason: 'Asked for help' } }),
    { server: { serverId: nightCity }, reason: 'Asked for help' },
  ],
  [
    'admin.leaveSafeMode',
    () => ask('POST', '/admin/safety/leave', { body: { forget: 'everything' } }),
    { changes: [change('safeMode', 'restored', null), change('forget', null, 'everything')] },
  ],
  [
    'setup.changeHouseSettings',
    () => ask('PUT', '/admin/setup/addresses', { body: { values: { PUBLIC_API_URL: 'http://127.0.0.1:1' } } }),
    { title: 'addresses', changes: [change('PUBLIC_API_URL', null, 'http://127.0.0.1:1')] },
  ],
  ['setup.restartHouse', () => ask('POST', '/admin/setup/restart'), {}],
  ['admin.endBan', () => ask('DELETE', `/admin/bans/server/${nightCity}`), { server: { serverId: nightCity } }],
];

const isForStaff = (who: string): boolean => who === 'staff' || who === 'dev';

describe('a change that staff make', () => {
  it('is in this file, whichever call of the contract it is', () => {
    const changes = listContract().filter(
      ({ endpoint }) => isForStaff(endpoint.access.who) && endpoint.method !== 'GET',
    );
    expect(steps.map(([call]) => call).toSorted()).toEqual(changes.map(({ key }) => key).toSorted());
  });

  it.each(steps)('%s has one line with its subject and the changes', async (call, make, line) => {
    const before = await record();
    await make();
    const after = await record();
    expect(after.slice(0, after.length - before.length)).toMatchObject([{ call, userId: demoUser, ...line }]);
  });

  it('leaves no line when it fails', async () => {
    const before = await record();
    fault = { deed: true };
    const body = { question: 'Never?', answer: 'Never.' };
    const tries = [
      await api.request('POST', '/data/faq', { token: owner, body }),
      await api.request('POST', '/data/feedback', { token: member, body: {} }),
    ];
    fault = {};
    expect(tries.map(({ status }) => status)).toEqual([500, 400]);
    expect(await record()).toEqual(before);
    expect((await api.request('GET', '/data/faq')).text).not.toContain('Never?');
  });

  it('is not made when its line cannot be written', async () => {
    fault = { line: true };
    const body = { question: 'Unwritten?', answer: 'No.' };
    const answers = [
      await api.request('POST', '/data/faq', { token: owner, body }),
      await api.request('PUT', `/data/user/${somebodyElse}/birthday`, { token: owner, body: { date: '06/06' } }),
    ];
    fault = {};
    expect(answers.map(({ status }) => status)).toEqual([500, 500]);
    expect((await api.request('GET', '/data/faq')).text).not.toContain('Unwritten?');
    expect(await idOf('select month as id from birthdays')).toBe('5');
  });
});

describe('reads of a person or a server by staff', () => {
  const read = async (path: string, token = owner) => {
    const before = await record();
    await ask('GET', path, { token });
    const after = await record();
    return after.slice(0, after.length - before.length);
  };

  it('has a line with the person or the server, once an hour', async () => {
    expect(await read(`/admin/people/${somebodyElse}`)).toMatchObject([{ call: 'admin.getPersonFile', person }]);
    expect(await read(`/admin/people/${somebodyElse}`)).toEqual([]);
    expect(await read(`/data/user/${somebodyElse}`)).toMatchObject([{ call: 'account.getUser', person }]);
    expect(await read(`/premium/manage/user/${somebodyElse}`)).toMatchObject([{ call: 'premium.getManaged', person }]);
    expect(await read(`/premium/manage/guild/${nightCity}`)).toMatchObject([
      { call: 'premium.getManaged', server: { serverId: nightCity, name: 'Night City' } },
    ]);
  });

  it('has one line for a list, and none for their own page or for a missing record', async () => {
    expect(await read('/admin/search?q=a')).toMatchObject([{ call: 'admin.searchAll', person: null, about: {} }]);
    expect(await read('/admin/search?q=b')).toEqual([]);
    expect(await read(`/admin/people/${demoUser}`)).toEqual([]);
    expect(await read(`/data/user/${somebodyElse}`, member)).toEqual([]);
    const before = await record();
    expect((await api.request('GET', '/admin/people/299999999999999999', { token: owner })).status).toBe(404);
    expect(await record()).toEqual(before);
  });

  it('is not shown when its line cannot be written', async () => {
    api.clock.move(3_600_000);
    fault = { line: true };
    const answer = await api.request('GET', `/admin/people/${somebodyElse}`, { token: owner });
    fault = {};
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('username');
  });

  it('is in the bell of the person', async () => {
    const me = await api.call(contract.account.me, {}, member);
    expect(me.text.split('A staff member viewed your account')).toHaveLength(2);
  });
});
