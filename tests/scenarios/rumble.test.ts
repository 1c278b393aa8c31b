import { createHttp } from '@tally/infra/http';
import { createMetrics } from '@tally/infra/metrics';
import {
  type Answer,
  type Log,
  type PlatformConnection,
  type PlatformDoors,
  plainQuestion,
  readConfig,
  type StreamSession,
  systemClock,
} from '@tally/kernel';
import { rumble } from '@tally/platforms/rumble/index';
import { type Sim, startSim } from '@tally/sim/start';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

/** Connects the adapter to the simulated Rumble over real sockets. */
const who = 'c/harborradio';
const start = new Date('2026-11-21T18:00:00Z');
const http = createHttp({
  clock: systemClock,
  log: quiet(),
  metrics: createMetrics({ withProcess: false }),
  allowedHosts: [],
});
let logged: string[] = [];
const unknown: unknown[] = [];
let sim: Sim;
let connection: PlatformConnection;
let siteUrl: string;
let last: Answer | null;

function quiet(): Log {
  const note = (fields: object, text: string) => void logged.push(JSON.stringify([fields, text]));
  return { debug: note, info: note, warn: note, error: note, child: () => quiet() };
}

beforeAll(async () => {
  // The clock is stopped unless a test moves it.
  sim = await startSim({ clock: { now: () => start } });
  siteUrl = `${sim.url}/rumble/site`;
  const config = readConfig({ NODE_ENV: 'test', RUMBLE_SITE_URL: siteUrl });
  connection = rumble.connect({ clock: sim.clock, config, http, log: quiet() } as unknown as PlatformDoors);
});
afterAll(async () => {
  await http.close();
  await sim.close();
});
beforeEach(() => {
  unknown.push(...sim.unknownCalls);
  sim.reset();
  [logged, last] = [[], null];
});

const control = (name: string, body: object = {}) =>
  sim.worlds.get('rumble')?.controls[name]?.(body) as Record<string, string>;
const requests = () => {
  const summary = sim.worlds.get('rumble')?.summary() as { requests: unknown[] } | undefined;
  return summary?.requests.length ?? 0;
};

/** Polls with the memory from the last answer, as detection does. */
async function ask(secret: string | null = null, channelId = who): Promise<Answer> {
  const memory = JSON.parse(JSON.stringify(last?.memory ?? null)) as never;
  const [answer] = await connection.stream.ask([{ ...plainQuestion(channelId), memory, secret }]);
  last = answer as Answer;
  return last;
}

describe.each(['by the page', "by the creator's address"])('%s', (way) => {
  const secret = () => (way === 'by the page' ? null : (control('api-url', { who }).url as string));

  it('offline, live, another title, dropped, the same stream again, over, recorded', async () => {
    expect((await ask(secret())).snapshot).toEqual({ state: 'offline', channelId: who });
    const { id, path } = control('go-live', { who, title: 'First', viewers: 70 });
    const url = `https://rumble.com${path}`;
    expect((await ask(secret())).snapshot).toMatchObject({
      state: 'live',
      streamId: id,
      url,
      details: { title: 'First', viewers: 70, thumbnailUrl: `${sim.url}/rumble/pictures/thumb/${id}.png` },
    });
    sim.clock.advance(60_000);
    control('change-title', { who, title: 'Second & last' });
    expect((await ask(secret())).snapshot).toMatchObject({ state: 'live', url, details: { title: 'Second & last' } });
    control('drop', { who, minutes: 3 });
    const away = await ask(secret());
    expect(away.snapshot.state).toBe('offline');
    expect(away.videos?.map((video) => video.id)).not.toContain(id);
    sim.clock.advance(181_000);
    await expect.poll(async () => (await ask(secret())).snapshot).toMatchObject({ state: 'live', streamId: id });
    control('end', { who });
    const over = await ask(secret());
    expect(over.snapshot.state).toBe('offline');
    expect(over.videos?.find((video) => video.id === id)).toMatchObject({ kind: 'vod', streamId: id });
    const session = { streamId: id, url, startedAt: sim.clock.now(), details: {} } as StreamSession;
    expect(await connection.recordings?.findRecording(session, { id: who } as never)).toMatchObject({
      id,
      kind: 'vod',
    });
  });

  it('uploads and shorts are reported', async () => {
    const upload = control('upload', { who, title: 'Long' });
    const short = control('short', { who, title: 'Brief' });
    const { videos } = await ask(secret());
    expect(videos?.find(({ id }) => id === upload.id)).toMatchObject({ kind: 'upload', title: 'Long', streamId: null });
    expect(videos?.find(({ id }) => id === short.id)).toMatchObject({
      kind: 'short',
      url: `https://rumble.com${short.path}`,
    });
  });
});

it('while a creator is live, asking again is one call', async () => {
  control('go-live', { who });
  await ask();
  const before = requests();
  await ask();
  expect(requests() - before).toBe(1);
});

it('a planned stream is announced when it begins, not before', async () => {
  const { id } = control('schedule', { who, minutes: 5, title: 'Later' });
  expect(await ask()).toMatchObject({ snapshot: { state: 'offline' } });
  expect(last?.videos?.map((video) => video.id)).not.toContain(id);
  sim.clock.advance(5 * 60_000);
  control('go-live', { who });
  expect((await ask()).snapshot).toMatchObject({ state: 'live', streamId: id, details: { title: 'Later' } });
});

it('another stream after a drop is another stream', async () => {
  control('go-live', { who });
  const { snapshot } = await ask();
  control('end', { who });
  control('go-live', { who });
  const next = (await ask()).snapshot;
  expect(next.state).toBe('live');
  expect(next).not.toMatchObject({ streamId: (snapshot as { streamId: string }).streamId });
});

it('a user and a channel of one name are two', async () => {
  const [channel, user] = [
    await connection.stream.findChannel('QuietPines'),
    await connection.stream.findChannel('user/quietpines'),
  ];
  expect(channel).toMatchObject({ id: 'c/quietpines', displayName: 'Quiet Pines', followers: 8_900 });
  expect(user).toMatchObject({ id: 'user/quietpines', displayName: 'quietpines', followers: 640 });
  control('go-live', { who: 'user/quietpines' });
  const answers = await connection.stream.ask(['c/quietpines', 'user/quietpines'].map(plainQuestion));
  expect(answers.map(({ snapshot }) => snapshot.state)).toEqual(['offline', 'live']);
  expect(await connection.stream.findChannel('tinkerbarn')).toMatchObject({ id: 'user/tinkerbarn' });
  expect(await connection.stream.findChannel('nobody-at-all')).toBeNull();
  expect(await connection.stream.findChannel('c-546523')).toMatchObject({ displayName: 'Grey Creek Woodshop' });
});

it('a new name is reported', async () => {
  await ask();
  control('rename', { who, name: 'Harbour' });
  expect((await ask()).name).toMatchObject({
    name: 'harborradio',
    displayName: 'Harbour',
    avatarUrl: expect.stringMatching(/^http/),
  });
});

it.each(['block', 'outage', 'layout', 'old layout', 'empty'])(
  '%s is unknown, and then all is as it was',
  async (kind) => {
    const { id } = control('go-live', { who });
    await ask();
    // While the player answers, a new layout of the pages has no effect.
    const isPlayerUp = kind.includes('layout') || kind === 'empty';
    control('trouble', { kind, minutes: 5 });
    expect((await ask()).snapshot.state).toBe(isPlayerUp ? 'live' : 'unknown');
    sim.clock.advance(60_000);
    control('end', { who });
    expect((await ask()).snapshot.state).toBe('unknown');
    control('calm');
    expect((await ask()).snapshot.state).toBe('offline');
    expect(last?.videos?.map((video) => video.id)).toContain(id);
  },
);

it("behind a wall the creator's address still answers; with a new key the page does, and no key is shown", async () => {
  const secret = control('api-url', { who }).url as string;
  const { id } = control('go-live', { who });
  control('trouble', { kind: 'block', minutes: 5 });
  expect((await ask(secret)).snapshot).toMatchObject({ state: 'live', streamId: id });
  control('calm');
  control('roll-key', { who });
  const answer = await ask(secret);
  expect(answer.snapshot).toMatchObject({ state: 'live', streamId: id });
  expect(logged.join()).toContain('refuses');
  const key = new URL(secret).searchParams.get('key') as string;
  expect(JSON.stringify([logged, answer])).not.toContain(key);
  expect(JSON.stringify([logged, answer])).not.toMatch(/stream_key|rtmp:|get-data/);
});

it('an address identifies its owner', async () => {
  for (const [owner, id] of [
    [who, who],
    ['c/c-546523', 'c/c-546523'],
    ['user/nightbeacon', 'user/nightbeacon'],
  ] as const) {
    expect(await connection.supporters?.readSecret(control('api-url', { who: owner }).url as string)).toMatchObject({
      id,
    });
  }
  expect(
    await connection.supporters?.readSecret(`${siteUrl}/-livestream-api/get-data?key=${'x'.repeat(43)}`),
  ).toBeNull();
  expect(
    await connection.supporters?.readSecret('https://rumble.com/-livestream-api/get-data?key=0123456789abcdefghij'),
  ).toBeNull();
});

it('hostile titles arrive whole, and harm nothing', async () => {
  const title = `\u202E@everyone </script><script>{"items":[]}</script> "&amp;\\" \0 ${'🎥'.repeat(5_000)}`;
  control('go-live', { who, title });
  const { snapshot } = await ask();
  const shown = snapshot.state === 'live' ? (snapshot.details.title ?? '') : '';
  expect(shown.startsWith('\u202E@everyone </script><script>{"items":[]}</script> "&amp;\\"')).toBe(true);
  expect(shown).not.toContain('\0');
  expect(shown.isWellFormed()).toBe(true);
  expect(shown.length).toBeLessThanOrEqual(1_000);
});

it('the adapter makes no call that the simulated Rumble does not know', () => expect(unknown).toEqual([]));
