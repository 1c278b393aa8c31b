import { afterEach, beforeEach, expect, test } from 'vitest';
import { pick, startTestTwitch, type TestTwitch } from '../test-world.ts';

let twitch: TestTwitch;
let token: string;
const xqc = '71092938';
const seeded = `CarefulLamp${xqc}`;

beforeEach(async () => {
  twitch = await startTestTwitch();
  token = await twitch.appToken();
});
afterEach(() => twitch.close());

const ask = async (query: string, by = token) => await twitch.get(`/helix/clips/downloads?${query}`, by);
const about = (id = seeded, editor = xqc) => `editor_id=${editor}&broadcaster_id=${xqc}&clip_id=${id}`;

/** A person authorizes on the page, and the app gets their token. */
async function allow(as: string, scope: string): Promise<string> {
  const redirect_uri = 'http://localhost/back';
  const asked = { response_type: 'code', client_id: 'sim-twitch-client', redirect_uri, scope, state: 's', as };
  const address = `${twitch.url}/twitch/id/oauth2/authorize?${new URLSearchParams(asked).toString()}`;
  const agreed = await fetch(address, { redirect: 'manual' });
  const code = new URL(agreed.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const { json } = await twitch.askForToken({ grant_type: 'authorization_code', code, redirect_uri });
  return pick(json, 'access_token');
}

test('with the leave of the streamer there are addresses, also for the app; they end', async () => {
  expect((await ask(about())).status).toBe(403);
  const own = await allow('xqc', 'channel:manage:clips');
  const { json } = await ask(about(), own);
  expect((await ask(about())).json).toEqual(json);
  expect(pick(json, 'data', 0, 'clip_id')).toBe(seeded);
  const addresses = ['landscape', 'portrait'].map((layout) => pick(json, 'data', 0, `${layout}_download_url`));
  for (const address of addresses) {
    const file = await fetch(address);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(4, 8)
        .toString(),
    ).toBe('ftyp');
    expect((await fetch(address.replace(/sig=./, 'sig=x'))).status).toBe(403);
  }
  twitch.clock.advance(3_601_000);
  expect((await fetch(addresses[0] ?? '')).status).toBe(403);
});

test('returns null for a clip that Twitch has not made, and leaves out clips of others', async () => {
  await allow('xqc', 'channel:manage:clips');
  const id = pick(twitch.control('clip', { who: 'xqc', by: 'tinwhistler', title: 'A lamp', layouts: [] }), 'clip_id');
  expect((await ask(`${about(id)}&clip_id=NoSuchClip&clip_id=CarefulLamp1`)).json).toEqual({
    data: [{ clip_id: id, landscape_download_url: null, portrait_download_url: null }],
  });
});

test('refuses no clip, more than ten, another permission, another person, and the 101st call of a minute', async () => {
  const other = await allow('xqc', 'clips:edit');
  expect((await ask(about(), other)).status).toBe(403);
  const own = await allow('xqc', 'channel:manage:clips');
  const many = Array.from({ length: 11 }, (_, at) => `clip_id=Lamp${at}`).join('&');
  const viewer = '900001';
  twitch.control('add-creator', { name: 'somebody', userId: viewer });
  const statuses = [
    await ask(`editor_id=${xqc}&broadcaster_id=${xqc}`),
    await ask(`editor_id=${xqc}&broadcaster_id=${xqc}&${many}`),
    await ask(about(seeded, viewer)),
    await ask(about(seeded, viewer), own),
    await ask(`broadcaster_id=${xqc}&clip_id=${seeded}`),
  ].map(({ status }) => status);
  expect(statuses).toEqual([400, 400, 403, 401, 400]);
  const calls = await Promise.all(Array.from({ length: 101 }, () => ask(about())));
  expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([200, 429]));
});
