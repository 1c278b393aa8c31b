import { createHttp } from '@tally/infra/http';
import { createMetrics } from '@tally/infra/metrics';
import {
  type Answer,
  type PlatformConnection,
  type PlatformDoors,
  readConfig,
  silentLog,
  systemClock,
  systemTimers,
} from '@tally/kernel';
import { tiktok } from '@tally/platforms/tiktok/index';
import { type Sim, startSim } from '@tally/sim/start';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

/** Connects the adapter to the simulated TikTok over real sockets. */
const start = new Date('2026-11-21T18:00:00Z');
const MINUTE = 60_000;
const http = createHttp({
  clock: systemClock,
  log: silentLog,
  metrics: createMetrics({ withProcess: false }),
  allowedHosts: [],
});
const unknown: unknown[] = [];
let sim: Sim;
let connection: PlatformConnection;
let memories: Map<string, Answer['memory']>;
let lena: string;

interface Summary {
  people: { user_id: string; unique_id: string; room: { id: string } | null }[];
  requests: { path: string; status: number }[];
}
const summary = () => sim.worlds.get('tiktok')?.summary() as Summary;
const control = (name: string, body: object = {}) =>
  sim.worlds.get('tiktok')?.controls[name]?.(body) as Record<string, string>;
const idOf = (name: string) => summary().people.find((person) => person.unique_id === name)?.user_id ?? '';
const paths = () => summary().requests.map(({ path }) => path);

/** Polls with the memory from the last answer, as detection does. */
async function askAll(names: Readonly<Record<string, string>>): Promise<readonly Answer[]> {
  const answers = await connection.stream.ask(
    Object.entries(names).map(([channelId, name]) => ({
      channelId,
      name,
      memory: JSON.parse(JSON.stringify(memories.get(channelId) ?? null)) as never,
      about: [],
      secret: null,
    })),
  );
  for (const { snapshot, memory } of answers) if (memory !== undefined) memories.set(snapshot.channelId, memory);
  return answers;
}
const ask = async (): Promise<Answer> => (await askAll({ [lena]: 'lena.bakes' }))[0] as Answer;

beforeAll(async () => {
  // The clock is stopped unless a test moves it.
  sim = await startSim({ clock: { now: () => start } });
});
afterAll(async () => {
  await http.close();
  await sim.close();
});
beforeEach(() => {
  unknown.push(...sim.unknownCalls);
  sim.reset();
  memories = new Map();
  lena = idOf('lena.bakes');
  const config = readConfig({ NODE_ENV: 'test', SIM_PORT: String(sim.port) });
  // Each test has a new connection, because connections remember which ways are paused.
  connection = tiktok.connect({
    clock: sim.clock,
    timers: systemTimers,
    config,
    http,
    log: silentLog,
  } as unknown as PlatformDoors);
});

describe('a stream', () => {
  it('is seen from its start to its end; the next one is another', async () => {
    expect((await ask()).snapshot).toEqual({ state: 'offline', channelId: lena });
    const { room_id } = control('go-live', { who: 'lena.bakes', title: 'Rye </script> and "salt"', viewers: 70 });
    expect((await ask()).snapshot).toMatchObject({
      state: 'live',
      streamId: room_id,
      startedAt: start,
      details: { title: 'Rye </script> and "salt"', viewers: 70, thumbnailUrl: expect.stringContaining('x-signature') },
    });
    control('change-title', { who: 'lena.bakes', title: 'Now wheat' });
    const before = paths().length;
    expect((await ask()).snapshot).toMatchObject({
      streamId: room_id,
      details: { title: 'Now wheat', category: 'Food & Drink' },
    });
    expect(paths().slice(before)).toEqual(['/webcast/webcast/room/check_alive/', '/webcast/webcast/room/info/']);
    control('end', { who: 'lena.bakes' });
    expect((await ask()).snapshot.state).toBe('offline');
    control('go-live', { who: 'lena.bakes' });
    expect((await ask()).snapshot).not.toMatchObject({ streamId: room_id });
  });

  it('that drops is offline, and is the same one when it returns', async () => {
    const { room_id } = control('go-live', { who: 'lena.bakes' });
    await ask();
    control('drop', { who: 'lena.bakes', minutes: 3 });
    expect((await ask()).snapshot.state).toBe('offline');
    sim.clock.advance(3 * MINUTE + 1);
    await expect
      .poll(async () => (await ask()).snapshot)
      .toMatchObject({ state: 'live', streamId: room_id, startedAt: start });
  });

  it('the rooms of many channels are queried at once', async () => {
    const names = Object.fromEntries(
      summary()
        .people.filter(({ unique_id }) => unique_id !== 'closed.door')
        .map(({ user_id, unique_id }) => [user_id, unique_id]),
    );
    for (const who of Object.values(names)) control('go-live', { who });
    expect((await askAll(names)).map(({ snapshot }) => snapshot.state)).toEqual(Object.keys(names).map(() => 'live'));
    control('end', { who: 'quietforest' });
    const before = paths().length;
    const second = await askAll(names);
    expect(second.filter(({ snapshot }) => snapshot.state === 'offline')).toHaveLength(1);
    expect(
      paths()
        .slice(before)
        .filter((path) => path.includes('check_alive')),
    ).toHaveLength(1);
    expect(
      paths()
        .slice(before)
        .filter((path) => path.endsWith('/live')),
    ).toEqual(['/site/@quietforest/live']);
  });
});

describe('trouble', () => {
  it.each(['block', 'captcha', 'outage', 'limit', 'no data', 'new layout', 'empty', 'geo'])(
    'ends nothing and starts nothing: %s',
    async (kind) => {
      control('go-live', { who: 'lena.bakes' });
      await ask();
      control('trouble', { kind, minutes: 5 });
      for (let round = 0; round < 3; round += 1) expect((await ask()).snapshot.state).toBe('unknown');
      control('calm');
      sim.clock.advance(31 * MINUTE);
      expect((await ask()).snapshot.state).toBe('live');
    },
  );

  it.each(['block', 'captcha', 'outage', 'limit', 'no data', 'new layout', 'empty', 'geo'])(
    'with the live pages leaves the other source: %s',
    async (kind) => {
      control('trouble', { kind, part: 'live pages', minutes: 5 });
      expect((await ask()).snapshot.state).toBe('offline');
      control('go-live', { who: 'lena.bakes' });
      expect((await ask()).snapshot.state).toBe('live');
    },
  );

  it('with the batch leaves the pages', async () => {
    control('go-live', { who: 'lena.bakes' });
    await ask();
    control('trouble', { kind: 'outage', part: 'webcast', minutes: 5 });
    expect((await ask()).snapshot.state).toBe('live');
    control('end', { who: 'lena.bakes' });
    expect((await ask()).snapshot.state).toBe('offline');
  });

  it('with an address that calls too often is unknown, and ends after a while', async () => {
    control('limit', { perMinute: 1 });
    await ask();
    control('go-live', { who: 'lena.bakes' });
    expect((await ask()).snapshot.state).toBe('unknown');
    control('limit', { perMinute: 120 });
    sim.clock.advance(2 * MINUTE);
    expect((await ask()).snapshot.state).toBe('live');
  });
});

describe('a channel', () => {
  it('is found by name, with its lasting id', async () => {
    expect(await connection.stream.findChannel('lena.bakes')).toMatchObject({
      id: lena,
      name: 'lena.bakes',
      displayName: 'Lena bakes',
    });
    expect(await connection.stream.findChannel('nobody.here')).toBeNull();
    await expect(connection.stream.findChannel('closed.door')).rejects.toMatchObject({ code: 'channelIsPrivate' });
  });

  it('that is renamed is found again, and never mistaken for the creator with the old name', async () => {
    await ask();
    control('rename', { who: 'lena.bakes', name: 'lena.rests' });
    control('add-creator', { name: 'lena.bakes' });
    control('go-live', { who: 'lena.bakes' });
    expect(await ask()).toMatchObject({ snapshot: { state: 'offline' }, name: { name: 'lena.rests' } });
    control('go-live', { who: 'lena.rests', title: 'It is me' });
    expect((await ask()).snapshot).toMatchObject({ state: 'live', details: { title: 'It is me' } });
  });

  it('that becomes private reports nothing more', async () => {
    await ask();
    control('make-private', { who: 'lena.bakes' });
    sim.clock.advance(5 * MINUTE);
    expect(await ask()).toMatchObject({ snapshot: { state: 'unknown', reason: 'the account is private' } });
    expect((await ask()).videos).toBeUndefined();
  });

  it('that is deleted is unknown', async () => {
    await ask();
    control('remove', { who: 'lena.bakes' });
    expect((await ask()).snapshot.state).toBe('unknown');
  });
});

describe('videos', () => {
  it('a new one has its caption, its date and its picture', async () => {
    const known = (await ask()).videos?.map(({ id }) => id);
    sim.clock.advance(5 * MINUTE);
    const { video_id } = control('upload-video', { who: 'lena.bakes', text: 'Fold it twice #bread' });
    const { videos } = await ask();
    expect(videos?.find(({ id }) => id === video_id)).toMatchObject({
      kind: 'upload',
      title: 'Fold it twice #bread',
      url: `https://www.tiktok.com/@lena.bakes/video/${video_id}`,
      publishedAt: sim.clock.now(),
      durationSeconds: 31,
      thumbnailUrl: expect.stringContaining('x-expires'),
    });
    expect(known).not.toContain(video_id);
    expect(paths().filter((path) => path.startsWith('/site/embed/v2/'))).toHaveLength(1);
  });

  it('are read from the other list if the embeds are blocked', async () => {
    control('trouble', { kind: 'captcha', part: 'embeds', minutes: 30 });
    await ask();
    sim.clock.advance(5 * MINUTE);
    const { video_id } = control('upload-video', { who: 'lena.bakes', text: 'Still here' });
    // The list contains posts that are older than the request.
    sim.clock.advance(1_000);
    expect((await ask()).videos?.[0]).toMatchObject({ id: video_id, title: 'Still here' });
  });

  it('an empty list for a channel that has videos is not a valid answer', async () => {
    control('trouble', { kind: 'empty', part: 'embeds', minutes: 30 });
    control('trouble', { kind: 'empty', part: 'item list', minutes: 30 });
    expect((await ask()).videos).toBeUndefined();
  });
});

it('nothing was asked that TikTok does not know', () => expect([...unknown, ...sim.unknownCalls]).toEqual([]));
