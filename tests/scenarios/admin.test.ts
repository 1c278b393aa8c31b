import { account, admin, staffPeople } from '@tally/contract';
import { demoUser, somebodyElse, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

let api: TestApi;
let owner: string;
let member: string;
beforeAll(async () => {
  api = await testApi({ env: { OWNER_IDS: demoUser } });
  owner = await api.logIn(demoUser);
  member = await api.logIn(somebodyElse);
});
afterAll(() => api.close());

const { ban, endBan, exportEmails, getPersonFile, listDeeds, searchAll, setFlags, showEmail } = staffPeople;
const userId = somebodyElse as never;
const deeds = async () => (await api.call(listDeeds, { query: {} }, owner)).json.data as object[];

it('staff see content, not people', async () => {
  const body = { flags: ['Staff' as const], reason: 'helps with answers' };
  expect((await api.call(setFlags, { params: { userId }, body }, owner)).status).toBe(200);
  api.clock.move(6_000);
  expect((await api.request('GET', '/admin/faq', { token: member })).status).toBe(200);
  for (const path of [
    '/admin/emails',
    '/admin/deeds',
    '/admin/bans',
    '/admin/search?q=a',
    `/admin/people/${demoUser}`,
  ]) {
    expect([path, (await api.request('GET', path, { token: member })).status]).toEqual([path, 403]);
  }
  const found = (await api.call(searchAll, { query: { q: somebodyElse } }, owner)).json.data;
  expect(found).toMatchObject([{ kind: 'person', href: `/admin/people/${somebodyElse}` }]);
});

it('staff give a reason to see an address; the person gets a notification, and it is recorded', async () => {
  const emails = await api.call(admin.listEmails, { query: {} }, owner);
  expect(JSON.stringify(emails.json.data)).toContain('•••@');
  const without = await api.request('POST', `/admin/people/${somebodyElse}/email`, {
    token: owner,
    body: { reason: 'x' },
  });
  expect(without.status).toBe(400);
  const shown = await api.call(showEmail, { params: { userId }, body: { reason: 'Lost their login' } }, owner);
  expect(shown.json.data).toEqual({ email: expect.stringContaining('@') });
  const { email } = shown.json.data as { email: string };
  expect(emails.text).not.toContain(email);
  const me = await api.call(account.me, {}, member);
  expect(me.text).toContain('Lost their login');
  expect((await deeds())[0]).toMatchObject({ call: 'admin.showEmail', about: { userId }, reason: 'Lost their login' });
  // The file contains only people who agreed.
  const reason = { body: { reason: 'The summer letter' } };
  expect((await api.call(exportEmails, reason, owner)).text).not.toContain(email);
  await api.call(account.updateUser, { params: { userId }, body: { newsByEmail: true } }, member);
  expect((await api.call(exportEmails, reason, owner)).text).toContain(email);
});

it('every change by staff is recorded, from any call', async () => {
  const answer = await api.request('POST', '/data/faq', { token: member, body: { question: 'Why?', answer: 'So.' } });
  expect(answer.status).toBe(200);
  expect((await deeds())[0]).toMatchObject({ call: 'faq.addFaq', userId: somebodyElse, reason: null });
  // A refused call changes nothing.
  const before = await deeds();
  expect((await api.request('POST', '/data/faq', { token: member, body: { question: 'Why?' } })).status).toBe(400);
  expect(await deeds()).toEqual(before);
});

it('who is kept out is refused at once, also when they delete nothing and log in again, until they are let in', async () => {
  const params = { kind: 'person', id: somebodyElse } as const;
  await api.call(setFlags, { params: { userId }, body: { flags: [], reason: 'no longer' } }, owner);
  expect((await api.call(ban, { params, body: { reason: 'Spam', until: null } }, owner)).status).toBe(200);
  api.clock.move(6_000);
  const refused = await api.call(account.me, {}, member);
  expect([refused.status, refused.json.code]).toEqual([403, 'blacklisted']);
  expect((await api.call(getPersonFile, { params: { userId } }, owner)).json.data).toMatchObject({
    ban: { reason: 'Spam', until: null },
  });
  const code = await api.code({ userId: somebodyElse });
  expect((await api.request('POST', `/sessions?code=${code}`)).json.code).toBe('blacklisted');
  expect((await api.call(endBan, { params }, owner)).status).toBe(200);
  expect((await api.call(account.me, {}, await api.logIn(somebodyElse))).status).toBe(200);
});

it('a ban outlives the account', async () => {
  const params = { kind: 'person', id: somebodyElse } as const;
  await api.call(ban, { params, body: { reason: 'Spam', until: null } }, owner);
  await api.ctx.db.execute(`delete from users where id = '${somebodyElse}'`);
  const code = await api.code({ userId: somebodyElse });
  const { status, json } = await api.request('POST', `/sessions?code=${code}`);
  expect([status, json.code]).toEqual([403, 'blacklisted']);
});
