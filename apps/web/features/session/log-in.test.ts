import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { reply, standInApi } from '../../lib/proxy/stand-in-api.ts';

let api: Awaited<ReturnType<typeof standInApi>>;
let beginLogin: (request: Request) => Promise<Response>;
let endLogin: (request: Request) => Promise<Response>;
let logOut: (request: Request) => Promise<Response>;

beforeAll(async () => {
  api = await standInApi(({ url, method }, response) => {
    if (url === '/oauth2') {
      const login =
        'https://discord.example/oauth2/authorize?client_id=1&redirect_uri=https://tally.example/login/callback';
      return reply(response, 200, { status: 200, data: { login, invite: 'https://discord.example/invite' } });
    }
    const query = new URL(url, api.url).searchParams;
    if (method === 'POST' && query.get('code') === 'good') {
      return reply(response, 200, { status: 200, data: { customToken: 'tok=en;1', user: {}, guilds: [] } });
    }
    if (method === 'POST' && query.get('code') === 'arabic') {
      const user = { discord: { id: '100000000000000001' }, database: { locale: 'ar-SA' } };
      return reply(response, 200, { status: 200, data: { customToken: 'tok', user, guilds: [] } });
    }
    if (method === 'PATCH') return reply(response, 200, { status: 200, data: 'ok' });
    if (method === 'DELETE') return reply(response, 200, { status: 200, data: true });
    return reply(response, 401, { status: 401, error: 'Discord did not accept this login.' });
  });
  vi.stubEnv('API_URL', api.url);
  vi.stubEnv('WEB_URL', 'https://tally.example');
  ({ beginLogin, endLogin } = await import('./log-in.ts'));
  ({ logOut } = await import('./log-out.ts'));
});
beforeEach(() => {
  api.seen.length = 0;
});
afterAll(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await api.close();
});

const at = (path: string, cookie = '') => new Request(`https://tally.example${path}`, { headers: { cookie } });

async function begin(next = '/select') {
  const answer = await beginLogin(at(`/login?next=${encodeURIComponent(next)}`));
  const state = new URL(answer.headers.get('location') ?? '').searchParams.get('state') ?? '';
  const cookie = answer.headers.get('set-cookie') ?? '';
  return { answer, state, cookie: cookie.split(';')[0] ?? '' };
}

const tokenIn = (answer: Response) => answer.headers.getSetCookie().find((cookie) => cookie.startsWith('token='));
const refusals = () => api.seen.filter((each) => each.url.startsWith('/sessions'));

test('redirects a login on another name of this host once, to the one that Discord returns to', async () => {
  const by = (host: string, path: string) =>
    beginLogin(new Request(`http://localhost:3000${path}`, { headers: { host, cookie: '' } }));
  const moved = await by('127.0.0.1:3000', '/login?next=/select');
  expect([moved.headers.get('location'), moved.headers.get('set-cookie')]).toEqual([
    'https://tally.example/login?next=%2Fselect&again=1',
    null,
  ]);
  for (const answer of [
    await by('127.0.0.1:3000', '/login?next=/select&again=1'),
    await by('tally.example', '/login?next=/select'),
  ])
    expect(answer.headers.get('location')).toMatch(/^https:\/\/discord\.example\/oauth2\/authorize/);
});

test('a login goes to Discord and returns to its start page', async () => {
  const { answer, state, cookie } = await begin('/dashboard/server/1?tab=kick');
  expect(answer.headers.get('location')).toMatch(/^https:\/\/discord\.example\/oauth2\/authorize\?client_id=1/);
  expect(state.length).toBeGreaterThanOrEqual(43);
  expect(answer.headers.get('set-cookie')).toMatch(/Path=\/login; Max-Age=600; HttpOnly; SameSite=Lax; Secure/);

  const back = await endLogin(at(`/login/callback?code=good&state=${state}`, cookie));
  expect(back.headers.get('location')).toBe('/dashboard/server/1?tab=kick');
  expect(tokenIn(back)).toMatch(/^token=tok%3Den%3B1; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/);
  expect(refusals()[0]?.url).toBe('/sessions?code=good&add=true');
});

describe('after a login page and account speak one language', () => {
  const enter = async (cookies: string) => {
    const { state, cookie } = await begin();
    return await endLogin(at(`/login/callback?code=arabic&state=${state}`, `${cookie}; ${cookies}`));
  };
  const languageIn = (answer: Response) => answer.headers.getSetCookie().find((each) => each.startsWith('locale='));
  const kept = () => api.seen.find((each) => each.method === 'PATCH');

  test('a page on which nothing was chosen follows the account', async () => {
    expect(languageIn(await enter('other=1'))).toBe('locale=ar-SA; Path=/; Max-Age=31536000; SameSite=Lax; Secure');
    expect(kept()).toBeUndefined();
  });

  test('stores the language chosen on the page in the account', async () => {
    const answer = await enter('locale=en-US');
    expect(languageIn(answer)).toBeUndefined();
    expect(tokenIn(answer)).toBeDefined();
    expect(kept()).toMatchObject({ url: '/data/user/100000000000000001' });
    expect(kept()?.headers.authorization).toBe('Bearer tok');
    expect(JSON.parse(String(kept()?.body))).toEqual({ locale: 'en-US' });
  });

  test('where they agree nothing is written', async () => {
    expect(languageIn(await enter('locale=ar-SA'))).toBeUndefined();
    expect(kept()).toBeUndefined();
  });

  test('ignores a language that we do not support', async () => {
    expect(languageIn(await enter('locale=xx-XX%22%3B'))).toMatch(/^locale=ar-SA;/);
  });
});

test('every login has its own state', async () => {
  const states = await Promise.all(Array.from({ length: 20 }, async () => (await begin()).state));
  expect(new Set(states).size).toBe(20);
});

describe('a login that is not ours to end', () => {
  const other = 'x'.repeat(43);
  const cases: [string, (begun: { state: string; cookie: string }) => [path: string, cookie: string]][] = [
    ['no state', ({ cookie }) => ['code=good', cookie]],
    ['an empty state', ({ cookie }) => ['code=good&state=', cookie]],
    ['a foreign state', ({ cookie }) => [`code=good&state=${other}`, cookie]],
    ['a state of another length', ({ state, cookie }) => [`code=good&state=${state}a`, cookie]],
    ['a state that stands twice', ({ state, cookie }) => [`code=good&state=${state}&state=${state}`, cookie]],
    ['another browser, without the cookie', ({ state }) => [`code=good&state=${state}`, '']],
    ['an empty cookie', ({ state }) => [`code=good&state=${state}`, 'login=']],
    ['a cookie without a state', () => ['code=good&state=', 'login=.%2Fdashboard']],
    ['a cookie with a short state', () => ['code=good&state=abc', 'login=abc.%2Fdashboard']],
    ['a cookie that can not be read', ({ state }) => [`code=good&state=${state}`, 'login=%E0%A4%A']],
    ['no code', ({ state, cookie }) => [`state=${state}`, cookie]],
    ['an empty code', ({ state, cookie }) => [`code=&state=${state}`, cookie]],
    ['two codes', ({ state, cookie }) => [`code=good&code=bad&state=${state}`, cookie]],
    ['an endless code', ({ state, cookie }) => [`code=${'a'.repeat(5000)}&state=${state}`, cookie]],
  ];
  test.each(cases)('%s', async (_what, make) => {
    const [query, cookie] = make(await begin());
    const answer = await endLogin(at(`/login/callback?${query}`, cookie));
    expect(answer.headers.get('location')).toBe('/?notice=login-failed');
    expect(tokenIn(answer)).toBeUndefined();
    expect(refusals()).toEqual([]);
    expect(answer.headers.getSetCookie().join()).toMatch(/^login=; Path=\/login; Max-Age=0/);
  });

  test('a code that Discord did not give', async () => {
    const { state, cookie } = await begin();
    const answer = await endLogin(at(`/login/callback?code=bad&state=${state}`, cookie));
    expect(answer.headers.get('location')).toBe('/?notice=login-failed');
    expect(tokenIn(answer)).toBeUndefined();
  });

  test('a person who declined', async () => {
    const { state, cookie } = await begin();
    const answer = await endLogin(at(`/login/callback?error=access_denied&code=good&state=${state}`, cookie));
    expect(answer.headers.get('location')).toBe('/?notice=login-cancelled');
    expect(refusals()).toEqual([]);
  });

  test.each(['https://evil.example', '//evil.example', '/\\evil.example', '/logout'])(
    'coming back to %s',
    async (next) => {
      const { state, cookie } = await begin(next);
      const answer = await endLogin(at(`/login/callback?code=good&state=${state}`, cookie));
      expect(answer.headers.get('location')).toBe('/dashboard');
    },
  );

  test('a cookie that names another site', async () => {
    const { state } = await begin();
    const cookie = `login=${encodeURIComponent(`${state}.https%3A%2F%2Fevil.example`)}`;
    const answer = await endLogin(at(`/login/callback?code=good&state=${state}`, cookie));
    expect(answer.headers.get('location')).toBe('/dashboard');
  });
});

describe('logging out', () => {
  const post = (headers: Record<string, string>) =>
    logOut(
      new Request('https://tally.example/logout', { method: 'POST', headers: { cookie: 'token=abc', ...headers } }),
    );

  test('ends the session on the server and forgets the token', async () => {
    const answer = await post({ origin: 'https://tally.example' });
    expect(api.seen[0]).toMatchObject({ method: 'DELETE', url: '/sessions' });
    expect(api.seen[0]?.headers.authorization).toBe('Bearer abc');
    expect(tokenIn(answer)).toMatch(/^token=; .*Max-Age=0/);
    expect(answer.headers.get('location')).toBe('/');
  });

  test('another site can not do it', async () => {
    const answer = await post({ origin: 'https://evil.example' });
    expect(answer.status).toBe(403);
    expect(tokenIn(answer)).toBeUndefined();
    expect(api.seen).toEqual([]);
  });
});

test('without the API, a login explains the outage', async () => {
  vi.resetModules();
  // During its first 30 seconds, the web app waits for the API.
  vi.spyOn(process, 'uptime').mockReturnValue(60);
  vi.stubEnv('API_URL', 'http://127.0.0.1:1');
  const { beginLogin: begins } = await import('./log-in.ts');
  expect((await begins(at('/login'))).headers.get('location')).toBe('/?notice=api-down');
});

describe('an invitation returns to the address where logins end', () => {
  const to = async (query: string) => (await endLogin(at(`/login/callback?${query}`))).headers.get('location');

  test('and continues to the page of the server that Discord names, without a login', async () => {
    api.seen.length = 0;
    expect(await to('code=abc&state=invitation&guild_id=801000000000000000&permissions=8')).toBe(
      '/dashboard/server/801000000000000000',
    );
    expect(await to('code=abc&state=invitation.801000000000000001')).toBe('/dashboard/server/801000000000000001');
    expect(api.seen).toEqual([]);
  });

  test('returns a person who declined to their page, with a friendly message', async () => {
    expect(await to('error=access_denied&state=invitation.801000000000000001')).toBe(
      '/dashboard/server/801000000000000001?notice=invite-declined',
    );
    expect(await to('error=access_denied&state=invitation')).toBe('/select?notice=invite-declined');
  });

  test('never returns to a page outside our site', async () => {
    expect(await to('state=invitation&guild_id=//evil.example')).toBe('/select');
    expect(await to('state=invitation.../admin')).toBe('/select');
  });
});
