import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pick, pickList, startTestTwitch, type TestTwitch } from '../test-world.ts';

let twitch: TestTwitch;
let token: string;

beforeEach(async () => {
  twitch = await startTestTwitch();
  token = await twitch.appToken();
});
afterEach(() => twitch.close());

const get = (path: string) => twitch.get(`/helix${path}`, token);
const xqc = '71092938';

test('every call names the app and carries its token', async () => {
  expect(await twitch.get('/helix/users?login=xqc')).toMatchObject({
    status: 401,
    json: { error: 'Unauthorized', status: 401, message: 'OAuth token is missing' },
  });
  const call = (clientId: string) =>
    fetch(`${twitch.url}/twitch/helix/users?login=xqc`, {
      headers: { authorization: `Bearer ${token}`, 'client-id': clientId },
    });
  expect((await call('another')).status).toBe(401);
  expect((await call('sim-twitch-client')).status).toBe(200);
  twitch.clock.advance(61 * 86_400_000);
  expect((await call('sim-twitch-client')).status).toBe(401);
});

test('users are found by login and by id, at most 100', async () => {
  const { json } = await get(`/users?login=XQC&login=hinata_kobo&id=480120091`);
  expect(pickList(json, 'data').map((user) => pick(user, 'login'))).toEqual(['tinwhistler', 'xqc', 'hinata_kobo']);
  expect((await get('/users?login=nobody_at_all')).json).toEqual({ data: [] });
  const many = Array.from({ length: 101 }, (_, index) => `id=${index + 1}`).join('&');
  expect((await get(`/users?${many}`)).status).toBe(400);
});

describe('streams', () => {
  const people = 30;
  const ids = Array.from({ length: people }, (_, index) => String(5_000 + index));
  const asked = ids.map((id) => `user_id=${id}`).join('&');

  test('without "first" only twenty of thirty live ones are in the answer', async () => {
    for (const [index, userId] of ids.entries()) {
      twitch.control('add-creator', { name: `creator_${index}`, userId });
      twitch.control('go-live', { who: `creator_${index}` });
    }
    const short = await get(`/streams?${asked}`);
    expect(pickList(short.json, 'data')).toHaveLength(20);
    expect(pick(short.json, 'pagination', 'cursor')).not.toBe('');
    const whole = await get(`/streams?${asked}&first=100`);
    expect(pickList(whole.json, 'data')).toHaveLength(people);
    expect(pick(whole.json, 'pagination', 'cursor')).toBe('');
    expect((await get(`/streams?${asked}&first=101`)).status).toBe(400);
  });

  test('leaves out creators who are not live', async () => {
    expect((await get(`/streams?user_id=${xqc}`)).json).toEqual({ data: [], pagination: {} });
    twitch.control('go-live', { who: 'xqc', title: 'Hello', viewers: 42 });
    expect((await get(`/streams?user_login=xqc`)).json).toMatchObject({
      data: [{ user_id: xqc, type: 'live', title: 'Hello', viewer_count: 42, game_name: 'Just Chatting' }],
    });
    twitch.control('drop', { who: 'xqc', minutes: 3 });
    expect((await get(`/streams?user_id=${xqc}`)).json).toMatchObject({ data: [] });
    twitch.clock.advance(180_000);
    await expect.poll(async () => pickList((await get(`/streams?user_id=${xqc}`)).json, 'data').length).toBe(1);
    twitch.control('end', { who: 'xqc' });
    expect((await get(`/streams?user_id=${xqc}`)).json).toMatchObject({ data: [] });
  });

  test('the preview has room for a size', async () => {
    twitch.control('go-live', { who: 'xqc' });
    const { json } = await get(`/streams?user_id=${xqc}`);
    const address = pick(json, 'data', 0, 'thumbnail_url');
    expect(address).toContain('{width}x{height}');
    const picture = await fetch(address.replace('{width}', '1280').replace('{height}', '720'));
    expect(picture.headers.get('content-type')).toBe('image/png');
  });
});

test('a recording is named by its stream once that is over', async () => {
  twitch.control('go-live', { who: 'xqc' });
  const stream = pick((await get(`/streams?user_id=${xqc}`)).json, 'data', 0, 'id');
  twitch.clock.advance(3_725_000);
  twitch.control('end', { who: 'xqc' });
  const { json } = await get(`/videos?user_id=${xqc}&type=archive&first=1`);
  expect(json).toMatchObject({ data: [{ stream_id: stream, type: 'archive', duration: '1h2m5s' }] });
});

test('channels, games, clips, emotes and the search answer in their shapes', async () => {
  expect((await get(`/channels?broadcaster_id=${xqc}`)).json).toMatchObject({
    data: [{ broadcaster_login: 'xqc', title: 'LIVE NOW, REACTING', game_id: '509658' }],
  });
  expect((await get('/games?name=Chess')).json).toMatchObject({ data: [{ id: '743' }] });
  expect((await get(`/clips?broadcaster_id=${xqc}`)).json).toMatchObject({ data: [{ vod_offset: 3_600 }] });
  expect((await get(`/clips?broadcaster_id=${xqc}&started_at=2026-01-01T00:00:00Z`)).json).toMatchObject({ data: [] });
  expect((await get(`/chat/emotes?broadcaster_id=${xqc}`)).json).toMatchObject({
    data: [{ name: 'xqcL', scale: ['1.0', '2.0', '3.0'] }, { format: ['static', 'animated'] }],
    template: expect.stringContaining('{{id}}'),
  });
  expect((await get('/search/channels?query=whist')).json).toMatchObject({ data: [{ is_live: false }] });
});

describe('limits', () => {
  test('800 points a minute; a 429 contains only the time of the reset', async () => {
    const first = await get('/users?login=xqc');
    expect(first.headers.get('ratelimit-limit')).toBe('800');
    expect(first.headers.get('ratelimit-remaining')).toBe('799');
    const answers = await Promise.all(Array.from({ length: 799 }, () => get('/games?id=743')));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const refused = await get('/users?login=xqc');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBeNull();
    expect(refused.headers.get('ratelimit-remaining')).toBe('0');
    expect(Number(refused.headers.get('ratelimit-reset')) * 1_000).toBe(twitch.clock.ms() + 60_000);
    twitch.clock.advance(1_500);
    const later = await get('/users?login=xqc');
    expect([later.status, later.headers.get('ratelimit-remaining')]).toEqual([200, '19']);
  });

  test('trouble can be made and passes', async () => {
    twitch.control('trouble', { kind: 'outage', minutes: 1 });
    expect((await get('/users?login=xqc')).status).toBe(503);
    twitch.control('calm');
    twitch.control('trouble', { kind: 'limit', minutes: 1 });
    expect((await get('/users?login=xqc')).status).toBe(429);
    twitch.clock.advance(61_000);
    expect((await get('/users?login=xqc')).status).toBe(200);
  });
});

describe('logging in', () => {
  const redirect_uri = 'http://localhost:3000/back';
  const authorize = (more: Record<string, string>) => {
    const asked = { client_id: 'sim-twitch-client', redirect_uri, response_type: 'code', scope: 'user:read:email' };
    const query = new URLSearchParams({ ...asked, state: 's', ...more });
    return twitch.get(`/id/oauth2/authorize?${query.toString()}`);
  };

  test('issues a code once, then tokens that can be refreshed, checked and revoked', async () => {
    const { headers } = await authorize({ as: 'xqc' });
    const back = new URL(headers.get('location') ?? '');
    expect(back.searchParams.get('state')).toBe('s');
    const form = { grant_type: 'authorization_code', code: back.searchParams.get('code') ?? '', redirect_uri };
    const { json } = await twitch.askForToken(form);
    expect(json).toMatchObject({ scope: ['user:read:email'], token_type: 'bearer', expires_in: 14_400 });
    expect((await twitch.askForToken(form)).status).toBe(400);
    const refreshed = await twitch.askForToken({
      grant_type: 'refresh_token',
      refresh_token: pick(json, 'refresh_token'),
    });
    const own = pick(refreshed.json, 'access_token');
    expect((await twitch.get('/id/oauth2/validate', own)).json).toMatchObject({ login: 'xqc', user_id: xqc });
    expect((await twitch.get('/helix/users', own)).json).toMatchObject({ data: [{ login: 'xqc' }] });
    const query = `client_id=sim-twitch-client&token=${own}`;
    expect((await twitch.send('POST', `/id/oauth2/revoke?${query}`)).status).toBe(200);
    expect((await twitch.get('/id/oauth2/validate', own)).status).toBe(401);
  });

  test('lists everyone, can be declined, and never redirects elsewhere', async () => {
    expect((await authorize({})).headers.get('content-type')).toContain('text/html');
    const declined = new URL((await authorize({ as: '' })).headers.get('location') ?? '');
    expect(declined.searchParams.get('error')).toBe('access_denied');
    expect((await authorize({ redirect_uri: 'https://elsewhere.example/' })).status).toBe(400);
    expect((await twitch.askForToken({ grant_type: 'client_credentials', client_secret: 'wrong' })).json).toMatchObject(
      { status: 403, message: 'invalid client secret' },
    );
  });
});
