import { account, admin, billing, ServerId, servers, staffCockpit, staffPeople } from '@tally/contract';
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
  // The file contains only people who agreed to receive news.
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

it('a banned person is refused at once, even after deleting their account and logging in again, until the ban ends', async () => {
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

async function run(statements: string): Promise<void> {
  for (const statement of statements.split(';')) await api.ctx.db.execute(statement);
}

it('staff read the dashboard of a server for an hour, after its owner got the reason, and change nothing', async () => {
  const foreign = ServerId.parse('901000000000000001');
  await run(`
    delete from bans; update users set is_blacklisted = false`);
  await api.logIn(somebodyElse);
  await run(`
    insert into servers (id, name, owner_id, member_count, joined_at)
    values ('${foreign}', 'Elsewhere', '${somebodyElse}', 3, '${api.clock.now().toISOString()}')`);
  const read = () => api.call(servers.getServer, { params: { guildId: foreign } }, owner);
  expect((await read()).status).toBe(403);
  const file = await api.call(staffCockpit.getServerFile, { params: { serverId: foreign } }, owner);
  expect(file.json.data).toMatchObject({
    name: 'Elsewhere',
    owner: { userId: somebodyElse },
    lookUntil: null,
    sections: expect.arrayContaining([expect.objectContaining({ title: 'Plan', lines: [expect.anything()] })]),
  });

  const look = (reason: string) =>
    api.call(staffCockpit.lookAtServer, { params: { serverId: foreign }, body: { reason } }, owner);
  const path = `/admin/servers/${foreign}/look`;
  expect((await api.request('POST', path, { token: owner, body: { reason: 'x' } })).status).toBe(400);
  expect((await look('They asked for help')).status).toBe(200);
  expect((await read()).json.data).toMatchObject({ name: 'Elsewhere' });
  const change = await api.call(
    servers.updateServer,
    { params: { guildId: foreign }, body: { locale: 'ar-SA' } as never },
    owner,
  );
  expect(change.status).toBe(403);
  expect((await deeds())[0]).toMatchObject({
    call: 'admin.lookAtServer',
    server: { serverId: foreign },
    reason: 'They asked for help',
  });
  expect((await api.call(account.me, {}, await api.logIn(somebodyElse))).text).toContain('They asked for help');

  api.clock.move(61 * 60_000);
  const token = await api.logIn(demoUser);
  expect((await api.call(servers.getServer, { params: { guildId: foreign } }, token)).status).toBe(403);
});

it('staff see open tasks, each with its count; only developers see jobs and money', async () => {
  const wait = async (token: string) => {
    const { json } = await api.call(staffCockpit.listWaits, {}, token);
    return (json.data as { kind: string; count: number }[]).map(({ kind, count }) => `${kind} ${count}`);
  };
  await run(`
    insert into faq_questions (user_id, locale, question, asked_at, state)
    values ('${demoUser}', 'en-US', 'Why?', now(), 'open');
    insert into subscriptions (id, customer_id, user_id, holder, holder_id, status, is_annual, price_cents, currency,
      extras, period_start, period_end, ends_with_period, created_at, is_duplicate, answered)
    values ('sub_1', 'cus_1', '${demoUser}', 'user', '${demoUser}', 'past_due', false, 500, 'usd', '{}', now(), now(),
      false, now(), false, 1)`);
  const token = await api.logIn(demoUser);
  expect(await wait(token)).toEqual(expect.arrayContaining(['questions 1', 'payments 1']));
  const money = await api.call(billing.getMoney, { query: {} }, token);
  expect(money.json.data).toMatchObject({
    plans: [{ subscriptions: 1, monthlyCents: 500, currency: 'usd' }],
    failed: [{ subscriptionId: 'sub_1', status: 'past_due', cents: 500 }],
    disputes: 0,
  });
});
