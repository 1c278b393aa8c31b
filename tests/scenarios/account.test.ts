import { account } from '@tally/contract';
import { demoUser, somebodyElse, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notify } from '../../packages/features/src/account/index.ts';

let api: TestApi;
let owner: string;
let other: string;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.reset();
  owner = await api.logIn();
  other = await api.logIn(somebodyElse);
});

const get = (path: string, token?: string) => api.request('GET', path, { token });
const patch = (userId: string, body: unknown, token: string) =>
  api.request('PATCH', `/data/user/${userId}`, { token, body });
const rowOf = async (userId: string) =>
  (await api.database.db.execute('select * from users')).rows.find((row) => row.id === userId);

describe('a person', () => {
  it('sees who they are, and is anonymous without a session', async () => {
    const me = await get('/@me', owner);
    expect(me.json).toMatchObject({
      status: 200,
      data: { discord: { id: demoUser, username: 'robin' }, isDev: true, isStaff: true },
    });
    expect(me.text).not.toMatch(/access|refresh|token/i);
    expect((await get('/@me')).json).toMatchObject({ status: 401, code: 'notLoggedIn' });
  });

  it("cannot reach other people's data in any way", async () => {
    const paths = [`/data/user/${demoUser}`, `/data/user/${demoUser}/export`];
    for (const path of paths) expect([path, (await get(path, other)).status]).toEqual([path, 403]);
    expect((await patch(demoUser, { locale: 'ar-SA' }, other)).status).toBe(403);
    expect((await api.request('DELETE', `/data/user/${demoUser}`, { token: other })).status).toBe(403);
    expect((await rowOf(demoUser))?.locale).toBeNull();
  });

  it('of the staff reads without email, and changes, exports and deletes nothing', async () => {
    const seen = await get(`/data/user/${somebodyElse}`, owner);
    expect(seen.json).toMatchObject({ status: 200, data: { userId: somebodyElse, email: null } });
    expect((await get(`/data/user/${somebodyElse}/export`, owner)).status).toBe(403);
    expect((await patch(somebodyElse, { locale: 'ar-SA' }, owner)).status).toBe(403);
    expect((await api.request('DELETE', `/data/user/${somebodyElse}`, { token: owner })).status).toBe(403);
    expect((await get(`/data/user/${'3'.repeat(18)}`, owner)).json).toMatchObject({
      status: 404,
      code: 'userNotFound',
    });
  });

  it('changes the language, and is answered in it', async () => {
    const answer = await patch(somebodyElse, { locale: 'ar-SA' }, other);
    expect(answer.json).toEqual({ status: 200, data: 'تم تحديث بيانات المستخدم بنجاح' });
    const wrong = await patch(somebodyElse, { locale: 'xx-XX' }, other);
    expect(wrong.json).toMatchObject({ status: 400, error: [expect.stringContaining('locale')] });
  });

  it('cannot make more of themselves: forbidden fields change nothing', async () => {
    const before = await rowOf(somebodyElse);
    const forbidden = {
      isDev: true,
      isStaff: true,
      badges: '63',
      bitfield: '15',
      flags: ['Owner'],
      premium: { tier: '07553844', enabled: true },
      tier: 'd63cdc01',
      userId: demoUser,
      guildId: '801000000000000000',
      blacklisted: false,
      email: 'new@example.org',
      votes: 99,
      oneServerPremium: '801000000000000000',
      sessions: [],
      createdAt: '2001-01-01T00:00:00.000Z',
    };
    for (const [field, value] of Object.entries(forbidden)) {
      expect((await patch(somebodyElse, { [field]: value }, other)).status).toBeLessThan(500);
    }
    const raw = '{"__proto__":{"isDev":true},"constructor":{"prototype":{"isDev":true}},"locale":"en-US"}';
    await api.request('PATCH', `/data/user/${somebodyElse}`, {
      token: other,
      body: raw,
      headers: { 'content-type': 'application/json' },
    });
    expect({ ...(await rowOf(somebodyElse)), locale: null }).toEqual(before);
    expect((await get('/@me', other)).json.data).toMatchObject({ isDev: false, isStaff: false });
  });

  it('reads, marks and clears the bell', async () => {
    await notify(api.ctx, somebodyElse as never, {
      severity: 'warning',
      title: 'Paused',
      message: 'A channel is gone.',
      actionUrl: '/dashboard',
    });
    const bell = async () =>
      ((await get('/@me', other)).json.data as { database: { notifications: unknown } }).database.notifications;
    expect(await bell()).toMatchObject({
      isRead: false,
      list: [{ title: 'Paused', severity: 'warning', isRead: false }],
    });
    const answer = await patch(somebodyElse, { notifications: { isRead: true } }, other);
    expect(answer.json.data).toBe('User has been successfully updated');
    expect(await bell()).toMatchObject({ isRead: true, list: [{ isRead: true }] });
    expect((await api.call(account.clearNotifications, {}, other)).json.data).toBe(true);
    expect(await bell()).toEqual({ isRead: true, list: [] });
  });

  it('exports everything as a zip, and is deleted with all sessions', async () => {
    const second = await api.logIn(somebodyElse);
    const file = await get(`/data/user/${somebodyElse}/export`, other);
    expect(file.status).toBe(200);
    expect(file.headers['content-type']).toBe('application/zip');
    expect(file.text).toContain('account.json');
    expect(file.text).toContain('session.json');
    expect(file.text).not.toMatch(/access_token|tokenHash|refresh/);

    const gone = await api.request('DELETE', `/data/user/${somebodyElse}`, { token: other });
    expect(gone.json.data).toMatch(/deleted/);
    for (const token of [other, second]) expect((await get('/@me', token)).status).toBe(401);
    expect(await rowOf(somebodyElse)).toBeUndefined();
    const { rows } = await api.database.db.execute('select 1 from sessions');
    expect(rows).toHaveLength(1);
    expect([...api.sim.discord.state.grants].map((grant) => grant.userId)).toEqual([demoUser]);
    expect((await get('/@me', owner)).status).toBe(200);
  });
});
