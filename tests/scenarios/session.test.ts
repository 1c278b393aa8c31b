import { session } from '@tally/contract';
import { days } from '@tally/kernel';
import { type Answer, demoUser, somebodyElse, type TestApi, testApi } from '@tally/tests/api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

let api: TestApi;
beforeAll(async () => {
  api = await testApi();
});
afterAll(() => api.close());
beforeEach(() => api.reset());

const sessions = async () => (await api.database.db.execute('select * from sessions')).rows;
const post = (code: string) => api.request('POST', `/sessions?code=${encodeURIComponent(code)}&add=true`);

describe('a login through Discord', () => {
  it('leads from the public address to a session, a person and their servers', async () => {
    const urls = (await api.request('GET', '/oauth2')).json.data as { login: string; invite: string };
    const page = await fetch(urls.login);
    expect([page.status, urls.login]).toEqual([200, expect.stringContaining('response_type=code')]);
    const agreed = await fetch(`${urls.login}&state=abc`, {
      method: 'POST',
      body: new URLSearchParams({ choice: 'authorise', user_id: demoUser }),
      redirect: 'manual',
    });
    const back = new URL(agreed.headers.get('location') ?? '');
    expect(back.origin + back.pathname).toBe(`${api.ctx.config.webUrl}/login/callback`);
    expect(back.searchParams.get('state')).toBe('abc');

    const answer = await post(back.searchParams.get('code') ?? '');
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']).toBeUndefined();
    const { customToken, user, guilds } = answer.json.data as {
      customToken: string;
      user: { discord: { id: string; username: string; avatar: string }; isDev: boolean };
      guilds: { id: string; name: string }[];
    };
    expect(user).toMatchObject({ discord: { id: demoUser, username: 'robin' }, isDev: true });
    expect(guilds.map((each) => each.name)).toContain('Night City');
    expect((await fetch(user.discord.avatar)).status).toBe(200);
    expect(await api.call(session.check, {}, customToken)).toMatchObject({ json: { status: 200, data: true } });
  });

  it('a bare token without "Bearer" is accepted, too', async () => {
    const token = await api.logIn();
    expect((await api.request('GET', '/sessions', { headers: { authorization: token } })).status).toBe(200);
  });

  it('reports an outage of Discord, and can be repeated with the same code', async () => {
    const code = await api.code();
    api.sim.faults.add({ world: 'discord', kind: 'outage' });
    const answer = await post(code);
    expect([answer.status, answer.json.code]).toEqual([503, 'discordDown']);
    api.sim.faults.clear();
    expect((await post(code)).status).toBe(200);
  });
});

/** Each of these logins must be refused in the envelope and must not create a session. */
const misuse: Record<string, (code: string) => Promise<Answer>> = {
  'no code at all': () => api.request('POST', '/sessions'),
  'an empty code': () => post(''),
  'a code of a thousand letters': () => post('a'.repeat(1000)),
  'a made-up code': () => post('thisIsNoCodeOfDiscord'),
  'a code with control characters': () => post('abc\u0000\r\ndef'),
  'two codes at once': (code) => api.request('POST', `/sessions?code=${code}&code=${code}`),
  'a code in the body': (code) => api.request('POST', '/sessions', { body: { code } }),
  'a code by GET': (code) => api.request('GET', `/sessions?code=${code}`),
  'a code that was cut off': (code) => post(code.slice(0, -1)),
  'a code with something behind it': (code) => post(`${code}x`),
  'a code in other letters': (code) => post(code === code.toUpperCase() ? code.toLowerCase() : code.toUpperCase()),
  'a code that is too old': async (code) => {
    api.clock.move(61_000);
    return await post(code);
  },
  'a code for another program': async () => {
    const { state } = api.sim.discord;
    const own = state.applications.get(api.ctx.config.discord.clientId);
    if (!own) throw new Error('the simulated Discord does not know us');
    state.applications.set('900000000000000099', { ...own, id: '900000000000000099', secret: 'another' });
    return await post(await api.code({ client_id: '900000000000000099' }));
  },
  'a code for another page of ours': async () =>
    await post(await api.code({ redirectUri: `${api.ctx.config.webUrl}/callback` })),
  'a code that does not allow the list of servers': async () => await post(await api.code({ scope: 'identify' })),
  'a code that does not say who it is': async () => await post(await api.code({ scope: 'guilds' })),
  'a code that is bound to another browser': async () =>
    await post(await api.code({ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' })),
  'an access token of Discord as the code': async () => await post((await grantOfLogin()).accessToken),
  'a refresh token of Discord as the code': async () => await post((await grantOfLogin()).refreshToken),
  'the state instead of the code': () => post('abc'),
};

/** Returns the data that Discord gave us about a person who has just logged in. */
async function grantOfLogin() {
  await api.logIn();
  const [grant] = api.sim.discord.state.grants;
  if (!grant) throw new Error('Discord knows of no login');
  return grant;
}

describe('misuse of the login', () => {
  it.each(Object.keys(misuse))('%s is refused', async (name) => {
    const code = await api.code();
    const before = name.includes('token of Discord') ? 1 : 0;
    const answer = await misuse[name]?.(code);
    expect(answer?.status).toBeGreaterThanOrEqual(400);
    expect(answer?.status).toBeLessThan(500);
    expect(answer?.json).toMatchObject({ status: answer?.status, error: expect.anything() });
    expect(await sessions()).toHaveLength(before);
  });

  it('a code that was used is refused, and the first login stays valid', async () => {
    const code = await api.code();
    const first = await post(code);
    const second = await post(code);
    expect([first.status, second.status, second.json.code]).toEqual([200, 401, 'loginFailed']);
    expect(await sessions()).toHaveLength(1);
  });

  it('of twenty logins with one code at the same time, one succeeds', async () => {
    const code = await api.code();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(code)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(await sessions()).toHaveLength(1);
  });

  it("a repeated key does not bring a login's secret out again", async () => {
    const code = await api.code();
    const headers = { 'idempotency-key': 'same-key-twice' };
    await api.request('POST', `/sessions?code=${code}`, { headers });
    const again = await api.request('POST', `/sessions?code=${code}`, { headers });
    expect(again.status).toBe(401);
  });
});

describe('a token', () => {
  const check = async (token: string) => (await api.call(session.check, {}, token)).status;

  it('that is not one of ours opens nothing', async () => {
    const token = await api.logIn();
    const [row] = (await sessions()) as { id: string; token_hash: string }[];
    const [grant] = api.sim.discord.state.grants;
    const guesses = [
      row?.id,
      row?.token_hash,
      grant?.accessToken,
      grant?.refreshToken,
      token.slice(1),
      `${token}=`,
      'x',
    ];
    for (const guess of guesses) expect([guess, await check(guess ?? '')]).toEqual([guess, 401]);
  });

  it('that was stolen is of no use after its end', async () => {
    const token = await api.logIn();
    api.clock.move(days(7) + 1000);
    const answer = await api.request('GET', '/@me', { token });
    expect(answer.json).toMatchObject({ status: 401, code: 'sessionExpired' });
    expect(answer.json.error).toBe('Your session has expired, please log in again.');
  });

  it('is refused from the logout on, under a hundred calls at the same time', async () => {
    const token = await api.logIn();
    const during = Array.from({ length: 100 }, () => api.request('GET', '/@me', { token }));
    const out = await api.call(session.logOut, {}, token);
    expect(out.json).toEqual({ status: 200, data: true });
    for (const answer of await Promise.all(during)) expect([200, 401]).toContain(answer.status);
    const after = await Promise.all(Array.from({ length: 100 }, () => api.request('GET', '/@me', { token })));
    expect(after.filter((answer) => answer.status !== 401)).toEqual([]);
  });

  it('is listed and ended from another browser', async () => {
    const [one, two] = [await api.logIn(), await api.logIn()];
    const stranger = await api.logIn(somebodyElse);
    const list = (await api.call(session.listSessions, {}, one)).json.data as { id: string; isCurrent: boolean }[];
    expect(list).toHaveLength(2);
    const other = list.find((each) => !each.isCurrent)?.id ?? '';
    expect((await api.call(session.endSession, { params: { sessionId: other } }, stranger)).status).toBe(404);
    expect(await check(two)).toBe(200);
    expect((await api.call(session.endSession, { params: { sessionId: other } }, one)).status).toBe(200);
    expect([await check(one), await check(two), await check(stranger)]).toEqual([200, 401, 200]);
    const three = await api.logIn();
    expect((await api.call(session.endOthers, {}, three)).json.data).toBe(1);
    expect([await check(one), await check(three)]).toEqual([401, 200]);
  });
});
