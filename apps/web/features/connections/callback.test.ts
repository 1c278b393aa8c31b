import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { reply, standInApi } from '../../lib/proxy/stand-in-api.ts';
import type { endLinking as EndLinking } from './callback.ts';

let api: Awaited<ReturnType<typeof standInApi>>;
let endLinking: typeof EndLinking;
let answer: { status: number; code?: string } = { status: 200 };

beforeAll(async () => {
  api = await standInApi((_request, response) => reply(response, answer.status, { data: 'done', ...answer }));
  vi.stubEnv('API_URL', api.url);
  ({ endLinking } = await import('./callback.ts'));
});
beforeEach(() => {
  api.seen.length = 0;
  answer = { status: 200 };
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await api.close();
});

const come = async (query: string, { platform = 'twitch', cookie = 'token=ann' } = {}) =>
  await endLinking(new Request(`https://tally.example/link/${platform}/callback?${query}`, { headers: { cookie } }), {
    params: Promise.resolve({ platform }),
  });
const placeOf = async (...about: Parameters<typeof come>) => (await come(...about)).headers.get('location');

test('code and state go to the API in the name of the session, and no further', async () => {
  const back = await come('code=c%26d&state=s%2Bt&scope=x');
  expect(back.headers.get('location')).toBe('/link/twitch/success');
  expect(back.headers.get('referrer-policy')).toBe('no-referrer');
  expect(api.seen).toMatchObject([{ method: 'POST', url: '/@me/connect/twitch?state=s%2Bt' }]);
  expect(JSON.stringify(api.seen)).toContain('Bearer ann');
});

test('a link started in a room returns there, and only to our own pages', async () => {
  const from = async (path: string) =>
    await come('code=c&state=s', { cookie: `token=ann; link-return=${encodeURIComponent(path)}` });
  const back = await from('/media/robin?tab=chats');
  expect(back.headers.get('location')).toBe('/media/robin?tab=chats');
  expect(back.headers.get('set-cookie')).toContain('link-return=; Path=/; Max-Age=0');
  expect((await from('//evil.example')).headers.get('location')).toBe('/link/twitch/success');
  expect((await from('https://evil.example')).headers.get('location')).toBe('/link/twitch/success');
});

describe('the result on the page', () => {
  test.each([
    ['error=access_denied&state=s', 'denied'],
    ['error=server_error&state=s', 'linkRefused'],
    ['state=s', 'linkNotBegun'],
    ['code=c', 'linkNotBegun'],
    ['code=c&code=d&state=s', 'linkNotBegun'],
    ['code=c&state=s&state=t', 'linkNotBegun'],
    [`code=${'c'.repeat(3_000)}&state=s`, 'linkNotBegun'],
  ])('%s: %s, and the API is not asked', async (query, why) => {
    expect(await placeOf(query)).toBe(`/link/twitch/failure?why=${why}`);
    expect(api.seen).toEqual([]);
  });

  test.each([
    [{ status: 409, code: 'accountTaken' }, 'accountTaken'],
    [{ status: 400, code: 'linkNotBegun' }, 'linkNotBegun'],
    [{ status: 401, code: 'sessionExpired' }, 'notLoggedIn'],
    [{ status: 500, code: 'internal' }, 'unknown'],
    [{ status: 400, code: '"><script>' }, 'unknown'],
  ])('%o: %s', async (refusal, why) => {
    answer = refusal;
    expect(await placeOf('code=c&state=s')).toBe(`/link/twitch/failure?why=${why}`);
  });

  test('without a login nothing is asked, and other words are no platform', async () => {
    expect(await placeOf('code=c&state=s', { cookie: '' })).toBe('/link/twitch/failure?why=notLoggedIn');
    expect((await come('code=c&state=s', { platform: 'rumble' })).status).toBe(404);
    expect((await come('code=c&state=s', { platform: '..' })).status).toBe(404);
    expect(api.seen).toEqual([]);
  });
});
