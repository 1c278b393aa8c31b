import { type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, expect, it } from 'vitest';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());

it('reports to anyone that it is up', async () => {
  const { json } = await api.request('GET', '/');
  expect(json).toEqual({
    status: 200,
    data: {
      name: 'Tally',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      sale: 'open',
      incident: null,
      notice: null,
      changelog: null,
      safeMode: null,
      settings: {},
    },
  });
});

it('reports totals, and the largest servers on request', async () => {
  const plain = (await api.request('GET', '/status')).json.data;
  expect(plain).toMatchObject({ totalStreamers: 0, totalShards: 0, clusters: [], database: 'online' });
  expect(plain).not.toHaveProperty('topServers');
  expect((await api.request('GET', '/status?topServers=true')).json.data).toMatchObject({ topServers: [] });
});

it("reports a person's own limit, which goes down", async () => {
  const token = await api.logIn();
  const remaining = async () =>
    (await api.request('GET', '/ratelimit', { token })).json.data as {
      limit: number;
      remaining: number;
      resetAt: number;
    };
  const first = await remaining();
  const second = await remaining();
  expect(second.remaining).toBeLessThan(first.remaining);
  expect(first.limit).toBe(100_000);
  expect(first.resetAt).toBeGreaterThanOrEqual(api.clock.now().getTime());
  expect((await api.request('GET', '/ratelimit')).status).toBe(401);
});

it('lists the languages and the links', async () => {
  expect((await api.request('GET', '/data/languages')).json.data).toContainEqual({
    name: 'العربية',
    value: 'ar-SA',
    direction: 'rtl',
  });
  const { json } = await api.request('GET', '/oauth2?guildId=801000000000000000');
  const { invite, login } = json.data as { invite: string; login: string };
  const query = new URL(invite).searchParams;
  expect(query.get('guild_id')).toBe('801000000000000000');
  // After the authorization, Discord returns people to the URL that is registered for logins.
  expect(query.get('redirect_uri')).toBe(new URL(login).searchParams.get('redirect_uri'));
  expect(query.get('state')).toBe('invitation.801000000000000000');
  expect(BigInt(query.get('permissions') ?? '0') & 8n).toBe(0n);
  expect(new URL(login).searchParams.get('scope')).toBe('identify email guilds');
  for (const address of [invite, login]) expect((await fetch(address)).status).toBe(200);
});
