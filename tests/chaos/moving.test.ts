import type { FileMove, Move } from '@tally/contract';
import { type Sim, startSim } from '@tally/sim/start';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { act } from './world/act.ts';
import { findNames, logIn } from './world/cast.ts';
import { type Crew, type Member, startCrew } from './world/crew.ts';
import { demoUser } from './world/people.ts';
import { isNight } from './world/sizes.ts';

/** Kills the server while it follows the creators of a list, and nightly while it saves a settings file. */
const nightCity = '801000000000000000';
/** Enough for two parts, so a kill finds only the first one followed. */
const COUNT = 210;
const SOON = { timeout: 120_000, interval: 50 };
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, SOON);
const names = Array.from({ length: COUNT }, (_, place) => `kw${String(place).padStart(5, '0')}x`);
const [first = '', second = '', third = ''] = names;
const last = names.at(-1) ?? '';

let sim: Sim;
let crew: Crew;
let server: Member;
let token: string;
let room: string;
/** The server's settings file while it follows all of them. */
let file: string;

const send = async (method: string, path: string, body?: object | FormData) =>
  await fetch(`${server.url}/data/guild/${nightCity}${path && `/${path}`}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    },
    ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
/** Retries for a while, because the bot reports its servers a moment after each start. */
const ask = async <T>(method: string, path: string, body?: object | FormData): Promise<T> =>
  await until(async () => {
    const answer = await send(method, path, body);
    const text = await answer.text();
    expect([answer.status, text.slice(0, 300)]).toEqual([200, text.slice(0, 300)]);
    return (JSON.parse(text) as { data: T }).data;
  });
const settled = async <M extends Pick<Move, 'state'>>(path: string) =>
  await until(async () => {
    const move = await ask<M>('GET', path);
    expect(move.state).toBe('ready');
    return move;
  });
const followed = async () => {
  const { streamers } = await ask<{ streamers: { streamerUserName: string }[] }>('GET', 'kick');
  return streamers.map(({ streamerUserName }) => streamerUserName).toSorted();
};
const download = async () => await (await send('GET', 'settings-file')).text();
const posted = () =>
  [...(sim.discord.state.channels.get(room)?.messages.values() ?? [])].flatMap((message) =>
    findNames(JSON.stringify(message)),
  );
const goLive = (who: string) => act(sim, 'kick', 'go-live', { who, title: `${who} is on air` });

/** Makes this call and kills the server between the two parts. `meanwhile` runs right before the kill. */
async function killDuring(path: string, body: object, meanwhile = () => {}): Promise<void> {
  // Long enough for the kill, and shorter than our timeout for Kick.
  sim.faults.add({ world: 'kick', kind: 'stall', route: 'GET /public/v1/users/livestreams', ms: 5_000 });
  const answer = send('PUT', path, body).catch(() => null);
  await until(async () => expect(await followed()).toHaveLength(200));
  meanwhile();
  await server.kill();
  expect(await answer).toBeNull();
  sim.faults.clear();
  await server.untilUp();
  expect(await followed()).toHaveLength(200);
}

describe('kill -9 while creators move in', () => {
  beforeAll(async () => {
    sim = await startSim({ limits: false });
    const env = { PLANS: 'unlimited', RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'error' };
    crew = await startCrew({ sim, databaseUrl: null, roles: ['all'], env });
    server = crew.members[0] as Member;
    act(sim, 'kick', 'callback', { url: `${server.url}/webhooks/kick` });
    for (const username of names) act(sim, 'kick', 'add-creator', { username });
    room = (act(sim, 'discord', 'add-channel', { guild_id: nightCity, name: 'live-now' }) as { id: string }).id;
    token = await logIn(sim, server.url, demoUser);
  });
  afterAll(async () => {
    await crew.close();
    await sim.close();
  });

  test('a repeat follows each creator of a list once, no stream is posted twice, and an undo removes them', async () => {
    await ask('PATCH', '', { newStreamerChannelId: room, fixKickLinks: true });
    const { moveId } = await ask<Move>('POST', 'moving/list', { text: names.join('\n'), platform: 'kick' });
    const list = `moving/${moveId}`;
    await settled(list);
    await killDuring(`${list}/apply`, {}, () => {
      // At the time of the kill, only one of the two creators is followed.
      goLive(first);
      goLive(last);
    });
    const done = { added: COUNT, skipped: [] };
    expect(await ask('PUT', `${list}/apply`, {})).toEqual(done);
    expect(await ask('PUT', `${list}/apply`, {})).toEqual(done);
    expect(await followed()).toEqual(names);
    goLive(second);
    await until(() => expect(posted().toSorted()).toEqual([first, second]));

    file = await download();
    expect(await ask<string>('DELETE', list)).toBe(`${COUNT} streamers have been removed.`);
    expect(await followed()).toEqual([]);
  });

  test.runIf(isNight)(
    'a repeat saves the rest of a settings file',
    async () => {
      await ask('PATCH', '', { fixKickLinks: false });
      const form = new FormData();
      form.set('file', new Blob([file]), 'tally.json');
      const again = `moving/${(await ask<FileMove>('POST', 'moving/file', form)).moveId}`;
      await settled(`${again}/file`);
      await killDuring(`${again}/file/apply`, { mode: 'add' });
      expect(await ask('PUT', `${again}/file/apply`, { mode: 'add' })).toMatchObject({ skipped: [] });
      expect(await followed()).toEqual(names);
      const digestOf = (text: string) => (JSON.parse(text) as { digest: string }).digest;
      expect(digestOf(await download())).toBe(digestOf(file));
      goLive(third);
      await until(() => expect(posted()).toContain(third));
      expect(posted().toSorted()).toEqual([first, second, third]);
      expect(await ask<string>('DELETE', again)).toContain(`${COUNT} streamers`);
      expect(await followed()).toEqual([]);
    },
    600_000,
  );

  test('no process exited on its own, and no call was unknown to the outside world', () =>
    expect([crew.crashes, sim.unknownCalls]).toEqual([[], []]));
});
