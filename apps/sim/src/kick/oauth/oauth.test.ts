import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askForToken, startTestKick, type TestKick } from '../test-world.ts';

let kick: TestKick;
beforeAll(async () => {
  kick = await startTestKick();
});
afterAll(() => kick.close());

const redirectUri = 'http://localhost:4000/link/kick';
const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');
const wanted = {
  response_type: 'code',
  client_id: 'sim-kick-client',
  redirect_uri: redirectUri,
  scope: 'user:read channel:read',
  state: 'st4te',
  code_challenge: challenge,
  code_challenge_method: 'S256',
};
const authorize = (changes: Record<string, string>): Promise<Response> =>
  fetch(`${kick.url}/kick/id/oauth/authorize?${new URLSearchParams({ ...wanted, ...changes }).toString()}`, {
    redirect: 'manual',
  });

async function getCode(): Promise<string> {
  const response = await authorize({ as: 'xqc' });
  const back = new URL(response.headers.get('location') ?? '');
  expect(back.searchParams.get('state')).toBe('st4te');
  return back.searchParams.get('code') ?? '';
}

const exchange = async (changes: Record<string, string> = {}): ReturnType<typeof askForToken> =>
  askForToken(kick.url, {
    grant_type: 'authorization_code',
    code: await getCode(),
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...changes,
  });

describe('the authorize page', () => {
  test('shows the people who can log in, without a script', async () => {
    const response = await authorize({});
    expect(await response.text()).toContain('Lumi_Vale');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test.each<Record<string, string>>([
    { state: '' },
    { code_challenge: '' },
    { code_challenge_method: 'plain' },
    { client_id: 'else' },
    { redirect_uri: 'https://elsewhere.example/' },
    { scope: 'everything' },
    { response_type: 'token' },
  ])('refuses %o', async (changes) => {
    expect((await authorize({ ...changes, as: 'xqc' })).status).toBe(400);
  });

  test('declining redirects with an error and without a code', async () => {
    const back = new URL((await authorize({ as: '' })).headers.get('location') ?? '');
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect(back.searchParams.has('code')).toBe(false);
  });
});

describe('a code', () => {
  test('becomes a token that knows whose it is', async () => {
    const { status, json } = await exchange();
    expect(status).toBe(200);
    expect(json).toMatchObject({ token_type: 'Bearer', expires_in: 7200, scope: 'user:read channel:read' });
    const me = await kick.get('/api/public/v1/users', json.access_token);
    expect(me.json).toMatchObject({ data: [{ user_id: 676, name: 'xqc', email: 'xqc@example.test' }] });
  });

  test('works once', async () => {
    const code = await getCode();
    expect((await exchange({ code })).status).toBe(200);
    expect((await exchange({ code })).status).toBe(400);
  });

  test.each<Record<string, string>>([
    { code_verifier: randomBytes(32).toString('base64url') },
    { code_verifier: 'short' },
    { redirect_uri: 'http://localhost:4000/else' },
  ])('is refused with %o', async (changes) => {
    expect((await exchange(changes)).status).toBe(400);
  });

  test('is refused with the wrong secret', async () => {
    expect((await exchange({ client_secret: 'guess' })).status).toBe(401);
  });
});

describe('a token', () => {
  test('ends after two hours and is refreshed, more than once', async () => {
    const { json } = await exchange();
    kick.clock.advance(7_201_000);
    expect((await kick.get('/api/public/v1/users', json.access_token)).status).toBe(401);
    const form = { grant_type: 'refresh_token', refresh_token: json.refresh_token ?? '' };
    const first = await askForToken(kick.url, form);
    const second = await askForToken(kick.url, form);
    expect([first.status, second.status]).toStrictEqual([200, 200]);
    expect((await kick.get('/api/public/v1/users', second.json.access_token)).status).toBe(200);
  });

  test('is introspected, then revoked with its refresh token', async () => {
    const { json } = await exchange();
    const ask = () => kick.send('POST', '/id/oauth/token/introspect', { token: json.access_token ?? '' });
    expect((await ask()).json).toMatchObject({
      data: { active: true, token_type: 'user', scope: 'user:read channel:read' },
    });
    const revoke = `/id/oauth/revoke?token=${json.access_token}&token_hint_type=access_token`;
    expect((await kick.send('POST', revoke, {})).status).toBe(200);
    expect((await ask()).status).toBe(401);
    expect(
      (await askForToken(kick.url, { grant_type: 'refresh_token', refresh_token: json.refresh_token ?? '' })).status,
    ).toBe(401);
  });

  test('without the scope may not write', async () => {
    const { json } = await exchange();
    const answer = await kick.send('POST', '/api/public/v1/chat', {
      token: json.access_token ?? '',
      json: { type: 'bot', content: 'hi' },
    });
    expect(answer.status).toBe(403);
  });
});
