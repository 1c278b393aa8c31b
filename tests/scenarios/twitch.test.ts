import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttp, type HttpRunner } from '@tally/infra/http';
import { createMetrics, type Metrics } from '@tally/infra/metrics';
import {
  type Answer,
  type Channel,
  days,
  hours,
  minutes,
  type PlatformConnection,
  type PlatformDoors,
  plainQuestion,
  readConfig,
  type StreamSession,
  silentLog,
  systemClock,
  systemTimers,
} from '@tally/kernel';
import { twitch } from '@tally/platforms/twitch/index';
import { type Sim, startSim } from '@tally/sim/start';
import { seededRandom } from '@tally/tests/context';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

/** Connects the adapter to the simulated Twitch over real sockets. */
const who = 'xqc';
const start = new Date('2026-11-21T18:00:00Z');
const unknown: unknown[] = [];
let sim: Sim;
let http: HttpRunner;
let metrics: Metrics;
let connection: PlatformConnection;
let channel: Channel;
let readings: string[];
const app = createServer((req, res) => void receive(req, res));

beforeAll(async () => {
  // The clock is stopped unless a test moves it.
  sim = await startSim({ clock: { now: () => start } });
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  app.close();
  app.closeAllConnections();
  await http.close();
  await sim.close();
});
beforeEach(async () => {
  unknown.push(...sim.unknownCalls);
  sim.reset();
  readings = [];
  await http?.close();
  open();
  channel = (await connection.stream.findChannel(who)) as Channel;
});

const appUrl = () => `http://127.0.0.1:${(app.address() as AddressInfo).port}`;

/** Connects as a worker does after its start. */
function open(env: Record<string, string> = {}): void {
  const config = readConfig({ NODE_ENV: 'test', SIM_PORT: `${sim.port}`, PUBLIC_API_URL: appUrl(), ...env });
  metrics = createMetrics({ withProcess: false });
  http = createHttp({ clock: systemClock, log: silentLog, metrics, allowedHosts: [] });
  const doors: PlatformDoors = {
    clock: sim.clock,
    timers: systemTimers,
    random: seededRandom(1),
    log: silentLog,
    config,
    http,
    metrics,
  };
  connection = twitch.connect(doors);
}

async function receive(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, [value].flat()[0]]));
  const reading = await connection.intake?.readPush({ headers, body: Buffer.concat(chunks), query: {} });
  readings.push(reading?.kind ?? 'nothing');
  if (reading?.kind === 'challenge') res.writeHead(200).end(reading.text);
  else res.writeHead(reading?.kind === 'refused' ? 403 : 204).end();
}

const control = (name: string, body: object = {}) =>
  sim.worlds.get('twitch')?.controls[name]?.(body) as Record<string, string>;
interface Summary {
  subscriptions: { status: string; cost: number; transport: { method: string; conduit_id?: string } }[];
  conduits: { id: string; shards: { id: string; status: string }[] }[];
  requests: { path: string }[];
}
const summary = () => sim.worlds.get('twitch')?.summary() as Summary;
const calls = (path: string) => summary().requests.filter((request) => request.path.endsWith(path)).length;

describe('a recording', () => {
  const sessionOf = (streamId: string | null): StreamSession =>
    ({ streamId, startedAt: sim.clock.now(), details: { title: 'T', category: 'Chess' } }) as StreamSession;

  it('is found by the stream that it records, and not before it can be watched', async () => {
    const { stream_id } = control('go-live', { who, title: 'First light' });
    const session = sessionOf(stream_id ?? null);
    const find = async () => (await connection.recordings?.findRecording(session, channel)) ?? null;
    sim.clock.advance(hours(2) + minutes(3) + 4_000);
    expect(await find()).toBeNull();
    control('end', { who });
    expect(await find()).toMatchObject({
      kind: 'vod',
      streamId: stream_id,
      title: 'First light',
      category: 'Chess',
      durationSeconds: 7_384,
      url: expect.stringMatching(/^https:\/\/www\.twitch\.tv\/videos\/\d+$/),
      thumbnailUrl: expect.stringContaining('1280x720'),
    });
    const unnamed = { ...session, streamId: null };
    expect(await connection.recordings?.findRecording(unnamed, channel)).toMatchObject({ streamId: stream_id });
    expect(await connection.recordings?.findRecording(sessionOf('1'), channel)).toBeNull();
  });
});

describe('clips', () => {
  it("arrive oldest first, with their topic and maker; the maker's roles are unknown", async () => {
    control('go-live', { who, category: '743' });
    const since = sim.clock.now();
    expect(await connection.clips?.listClips(channel, since)).toEqual([]);
    control('clip', { who, by: 'marlow_keys', title: 'First' });
    sim.clock.advance(minutes(1));
    control('clip', { who, by: who, title: 'Second' });
    const clips = await connection.clips?.listClips(channel, since);
    expect(clips).toMatchObject([
      { kind: 'clip', title: 'First', category: 'Chess', clipper: { name: 'Marlow_Keys', roles: [] } },
      { kind: 'clip', title: 'Second', durationSeconds: 28, clipper: { roles: ['broadcaster'] } },
    ]);
    expect(clips?.[0]?.url).toMatch(/^https:\/\/clips\.twitch\.tv\//);
  });

  it('are all read, however many there are, even if the last query was weeks ago', async () => {
    control('go-live', { who });
    const since = sim.clock.now();
    for (let number = 1; number <= 130; number += 1) control('clip', { who, by: who, title: `Clip ${number}` });
    sim.clock.advance(days(20));
    control('clip', { who, by: who, title: 'Clip 131' });
    const clips = (await connection.clips?.listClips(channel, since)) ?? [];
    expect([clips.length, clips.at(-1)?.title]).toEqual([131, 'Clip 131']);
  });
});

describe('names', () => {
  let memory: Answer['memory'];
  const ask = async () => {
    const question = { ...plainQuestion(channel.id), name: channel.name, memory: memory ?? null };
    const [answer] = await connection.stream.ask([question]);
    if (answer?.memory !== undefined) memory = answer.memory;
    return answer?.name;
  };
  beforeEach(() => {
    memory = null;
  });

  it('arrive with every stream', async () => {
    control('go-live', { who });
    control('rename', { who, name: 'XqcNow' });
    expect(await ask()).toEqual({ name: 'xqcnow', displayName: 'XqcNow' });
  });

  it('of offline creators are fetched once a day', async () => {
    await ask();
    control('rename', { who, name: 'XqcNow' });
    const before = calls('/users');
    for (let hour = 1; hour <= 23; hour += 1) {
      sim.clock.advance(hours(1));
      expect(await ask()).toBeUndefined();
    }
    expect(calls('/users')).toBe(before);
    sim.clock.advance(hours(1));
    expect(await ask()).toEqual({ name: 'xqcnow', displayName: 'XqcNow', avatarUrl: expect.stringMatching(/^http/) });
    expect(await ask()).toBeUndefined();
    expect(calls('/users')).toBe(before + 1);
  });
});

describe('a conduit', () => {
  const ensure = async () => await connection.push?.ensurePush([channel.id]);
  const shardStates = () => summary().conduits.flatMap(({ shards }) => shards.map(({ status }) => status));
  const untilEnabled = async () => await expect.poll(shardStates).toEqual(['enabled']);
  const hints = () => readings.filter((kind) => kind === 'hint').length;
  beforeEach(() => open({ TWITCH_CONDUIT: 'on' }));

  it('is created once for any number of callers; subscriptions go through it', async () => {
    control('conduit-of-others');
    await Promise.all([ensure(), ensure(), ensure()]);
    await untilEnabled();
    const { conduits, subscriptions } = summary();
    expect(conduits).toHaveLength(2);
    const { id } = conduits.find(({ shards }) => shards.length > 0) ?? {};
    expect(subscriptions.map(({ transport }) => transport)).toEqual(
      Array.from({ length: 3 }, () => ({ method: 'conduit', conduit_id: id })),
    );
    control('go-live', { who });
    await expect.poll(hints).toBeGreaterThanOrEqual(1);
    expect(readings).not.toContain('refused');
  });

  it('is found again after a restart, and its shard is revived', async () => {
    await ensure();
    await untilEnabled();
    const known = summary().conduits.map(({ id }) => id);
    control('disable-shards');
    open({ TWITCH_CONDUIT: 'on' });
    await ensure();
    await untilEnabled();
    expect(summary().conduits.map(({ id }) => id)).toEqual(known);
    expect(summary().subscriptions).toHaveLength(3);
  });

  it('is created again after a deletion, with its subscriptions', async () => {
    await ensure();
    await untilEnabled();
    control('disable-shards');
    sim.clock.advance(hours(73));
    await expect.poll(() => summary().conduits).toEqual([]);
    await ensure();
    await untilEnabled();
    const works = summary().subscriptions.filter(({ status }) => status === 'enabled');
    expect([summary().conduits.length, works.length]).toEqual([1, 3]);
  });

  it('named by the configuration is kept when our address changes; an unknown one is replaced', async () => {
    await ensure();
    await untilEnabled();
    const [known] = summary().conduits.map(({ id }) => id);
    open({ TWITCH_CONDUIT: known ?? '', PUBLIC_API_URL: `${appUrl()}/moved` });
    await ensure();
    await untilEnabled();
    const [{ shards } = { shards: [] }, ...others] = summary().conduits;
    expect([others.length, summary().subscriptions.length]).toEqual([0, 3]);
    expect(shards).toMatchObject([{ transport: { callback: `${appUrl()}/moved/webhooks/twitch` } }]);
    open({ TWITCH_CONDUIT: '00000000-0000-4000-8000-000000000000', PUBLIC_API_URL: `${appUrl()}/moved` });
    await ensure();
    expect(summary().conduits.map(({ id }) => id)).toEqual([known]);
  });

  it('replaces webhooks without subscribing twice', async () => {
    open();
    await ensure();
    await expect.poll(() => new Set(summary().subscriptions.map(({ status }) => status))).toEqual(new Set(['enabled']));
    open({ TWITCH_CONDUIT: 'on' });
    await ensure();
    expect(summary().subscriptions.map(({ transport }) => transport.method)).toEqual(Array(3).fill('webhook'));
  });
});

it.each(['off', 'on'])('a channel without followers costs nothing (conduit: %s)', async (conduit) => {
  open({ TWITCH_CONDUIT: conduit });
  await connection.push?.ensurePush([channel.id]);
  expect(summary().subscriptions).toHaveLength(3);
  expect(await connection.push?.dropPush([channel.id, '999'])).toEqual([channel.id]);
  expect(summary().subscriptions).toEqual([]);
  expect(await connection.push?.dropPush([channel.id, '999'])).toEqual([]);
});

it('the metrics show the remaining budget and the subscriptions', async () => {
  await connection.push?.ensurePush([channel.id]);
  await connection.push?.ensurePush([channel.id]);
  const text = await metrics.text();
  expect(text).toMatch(/^twitch_points_left 7\d\d$/m);
  expect(text).toMatch(/^twitch_eventsub_cost 3$/m);
  expect(text).toMatch(/^twitch_eventsub_cost_limit 10000$/m);
});

it('nothing was asked of the outside world that it does not know', () =>
  expect([...unknown, ...sim.unknownCalls]).toEqual([]));
