import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Platform } from '@tally/contract';
import { createHttp, type HttpRunner } from '@tally/infra/http';
import { createMetrics } from '@tally/infra/metrics';
import {
  type Answer,
  type Channel,
  capabilitiesOf,
  type Hint,
  type Memory,
  type PlatformConnection,
  type PlatformDefinition,
  type PlatformDoors,
  type Push,
  type PushReading,
  plainQuestion,
  platformsOf,
  readConfig,
  type Snapshot,
  silentLog,
  systemClock,
  systemTimers,
  UpstreamError,
} from '@tally/kernel';
import { platforms } from '@tally/platforms/registry';
import { worlds } from '@tally/sim/registry';
import { type Sim, startSim } from '@tally/sim/start';
import type { Star, WorldDefinition } from '@tally/sim/world';
import { seededRandom } from '@tally/tests/context';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

function worldOf(id: Platform): WorldDefinition & { readonly star: Star } {
  const world: WorldDefinition | undefined = worlds.find(({ name }) => name === id);
  if (!world?.star) throw new Error(`The simulated ${id} names no creator as its star.`);
  return { ...world, star: world.star };
}

/** The time between two polls. Platform caches and our own pauses are shorter than a few of these. */
const STEP_MS = 40_000;

type Live = Extract<Snapshot, { state: 'live' }>;

let sim: Sim;
let http: HttpRunner;
let connection: PlatformConnection;
/** The pushes that reached our URL, and what we read from them. */
let pushes: { push: Push; reading: PushReading }[];
let last: Answer | null;
const app = createServer((req, res) => void receive(req, res));
const unknown: unknown[] = [];

beforeAll(async () => {
  const now = new Date();
  sim = await startSim({ clock: { now: () => now }, limits: false });
  app.listen(0, '127.0.0.1');
  await once(app, 'listening');
});
afterAll(async () => {
  app.close();
  app.closeAllConnections();
  await sim.close();
});

const appUrl = (): string => `http://127.0.0.1:${(app.address() as AddressInfo).port}`;

/** Handles webhooks like the API, without a database. */
async function receive(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, [value].flat()[0]]));
  const query = Object.fromEntries(new URL(req.url ?? '/', 'http://app').searchParams);
  const push: Push = { headers, body: Buffer.concat(chunks), query };
  const reading = await connection.intake?.readPush(push);
  if (!reading) return void res.writeHead(404).end();
  pushes.push({ push, reading });
  if (reading.kind === 'challenge') res.writeHead(200).end(reading.text);
  else res.writeHead(reading.kind === 'refused' ? 403 : 204).end();
}

const isHint = ({ reading }: { reading: PushReading }) => reading.kind === 'hint' || reading.kind === 'hints';

const hints = (): Hint[] =>
  pushes.flatMap(({ reading }) =>
    reading.kind === 'hint' ? [reading.hint] : reading.kind === 'hints' ? reading.hints : [],
  );

/** Sets up one platform's world for each test, and returns the actions that a test can use. */
function stage(definition: PlatformDefinition) {
  const { id } = definition;
  const { star, asksFirst } = worldOf(id);
  const { who, typed } = star;
  const control = (name: string, body: object = {}): unknown => sim.worlds.get(id)?.controls[name]?.(body);

  /** Connects as a worker does after its start. */
  function open(): void {
    const config = readConfig({ NODE_ENV: 'test', SIM_PORT: `${sim.port}`, PUBLIC_API_URL: appUrl() });
    const metrics = createMetrics({ withProcess: false });
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
    connection = definition.connect(doors);
  }

  beforeEach(() => {
    unknown.push(...sim.unknownCalls);
    sim.reset();
    [pushes, last] = [[], null];
    open();
    if (id === 'kick') control('callback', { url: `${appUrl()}/webhooks/kick` });
  });
  afterEach(async () => {
    sim.faults.clear();
    await http.close();
  });

  async function getChannel(): Promise<Channel> {
    const name = definition.channelNameIn(typed) ?? '';
    const channel = await connection.stream.findChannel(name);
    if (!channel) throw new Error(`${typed} is not known on the simulated ${definition.name}.`);
    return channel;
  }

  /** Polls as detection does: with the stored memory, and with the channels in pushes. */
  async function ask(): Promise<Snapshot> {
    const { id: channelId, name } = await getChannel();
    const about = hints().flatMap((hint) => hint.about ?? []);
    const memory: Memory | null = JSON.parse(JSON.stringify(last?.memory ?? null));
    const [answer] = await connection.stream.ask([{ ...plainQuestion(channelId), name, memory, about }]);
    if (!answer) throw new Error('There is no answer.');
    last = { ...answer, memory: answer.memory === undefined ? memory : answer.memory };
    return last.snapshot;
  }

  /** Polls again while time passes, until the condition holds. */
  const until = (isSo: (snapshot: Snapshot) => boolean): Promise<Snapshot> =>
    vi.waitFor(
      async () => {
        sim.clock.advance(STEP_MS);
        const snapshot = await ask();
        if (!isSo(snapshot)) throw new Error(`It is not so: ${JSON.stringify(snapshot)}`);
        return snapshot;
      },
      { timeout: 60_000, interval: 20 },
    );

  return {
    who,
    control,
    open,
    getChannel,
    ask,
    untilOffline: () => until(({ state }) => state === 'offline'),
    untilLive: async (title?: string): Promise<Live> =>
      (await until(
        (snapshot) => snapshot.state === 'live' && (title === undefined || snapshot.details.title === title),
      )) as Live,
    /** Follows the channel. If the platform verifies our URL first, waits until it has. */
    follow: async (): Promise<void> => {
      const { id: channelId } = await getChannel();
      await ask();
      await connection.push?.ensurePush([channelId]);
      const isAsked = () => pushes.some(({ reading }) => reading.kind === 'challenge');
      if (asksFirst) await vi.waitUntil(isAsked, { timeout: 60_000 });
    },
  };
}

const named = (definitions: readonly PlatformDefinition[]) =>
  definitions.map((definition) => [definition.name, definition] as const);

describe.each(named(platforms))('%s', (_, definition) => {
  const { who, control, open, getChannel, ask, untilOffline, untilLive, follow } = stage(definition);

  it('typed text finds a channel, a wrong name none', async () => {
    const channel = await getChannel();
    expect(channel.platform).toBe(definition.id);
    expect(channel.displayName).not.toBe('');
    expect(channel.url).toMatch(/^https:/);
    expect(await connection.stream.findChannel('nobody_at_all_here')).toBeNull();
  });

  it('knows the page of a channel from every other page of its site', async () => {
    const { url } = await getChannel();
    const page = definition.creatorPageIn(new URL(url));
    expect(page).toMatchObject({ isThing: false });
    expect(definition.channelNameIn(page?.url ?? '')).toBe(definition.channelNameIn(url));
    const { origin } = new URL(url);
    for (const other of ['/', '/search', '/videos'])
      expect([other, definition.creatorPageIn(new URL(other, origin))]).toEqual([other, null]);
    expect(definition.creatorPageIn(new URL(`${url}\u202E`))).toBeNull();
  });

  it('finds many channels in one call, each as if alone', async () => {
    const channel = await getChannel();
    const { lookUps } = connection;
    // On a platform with web pages, each channel has its own page.
    expect(lookUps === undefined).toBe(definition.isUnofficial ?? false);
    const name = definition.channelNameIn(channel.url) ?? '';
    const asked = [name, channel.id].find((each) => lookUps?.takes(each));
    if (!lookUps || asked === undefined) return;
    const found = await lookUps.findChannels([asked, `${asked.slice(0, -3)}zzz`]);
    expect([...found]).toEqual([[asked, channel]]);
  });

  it('promises only existing features', () => {
    const { capabilities } = definition;
    const connected = platformsOf([definition], () => connection);
    expect(capabilitiesOf(connected, definition.id)).toEqual(capabilities);
    expect((['clips', 'vods', 'emotes'] as const).map((each) => capabilities.includes(each))).toEqual([
      connection.clips !== undefined,
      connection.recordings !== undefined,
      connection.emotes !== undefined,
    ]);
  });

  it('offline, live, another title, offline again', async () => {
    await follow();
    await untilOffline();
    control('go-live', { who, title: 'First light' });
    const live = await untilLive('First light');
    expect(live.url).toMatch(/^https:/);
    expect(Math.abs(live.startedAt.getTime() - sim.clock.ms())).toBeLessThan(30 * STEP_MS);
    control('change-title', { who, title: 'Second light' });
    const { streamId, startedAt } = await untilLive('Second light');
    expect([streamId, startedAt]).toEqual([live.streamId, live.startedAt]);
    control('end', { who });
    await untilOffline();
    expect((await ask()).state).toBe('offline');
  });

  it('however often one asks, it is one stream', async () => {
    await follow();
    control('go-live', { who });
    const { streamId, startedAt, channelId } = await untilLive();
    const question = { ...plainQuestion(channelId), memory: last?.memory ?? null };
    const answers = await connection.stream.ask([question, question]);
    const same = { snapshot: { state: 'live', streamId, startedAt } };
    expect(answers).toMatchObject([same, same]);
  });

  it.each([
    ['a limit', { kind: 'rate-limit' }, 'limited'],
    ['an outage', { kind: 'outage' }, 'down'],
    ['errors of theirs', { kind: 'error', status: 503 }, 'down'],
  ] as const)('%s ends no stream and loses no channel', async (_what, fault, kind) => {
    const { id: channelId, name } = await getChannel();
    await follow();
    control('go-live', { who });
    await untilLive();
    sim.faults.add({ world: definition.id, ...fault });
    const said = await connection.stream
      .ask([{ ...plainQuestion(channelId), name, memory: last?.memory ?? null }])
      .then(
        ([answer]) => answer?.snapshot.state,
        (error: unknown) => error instanceof UpstreamError && error.kind,
      );
    // If one way is closed, another may be open. The sweep handles a refusal.
    expect(['unknown', 'live', kind]).toContain(said);
    await expect(connection.stream.findChannel(name)).rejects.toBeInstanceOf(UpstreamError);
    sim.faults.clear();
    control('calm');
    // Pauses that the platform demands use the real clock, and a new worker does not know of them.
    await http.close();
    open();
    await untilLive();
  });
});

describe.each(named(platforms.filter(({ push }) => push)))('what %s pushes', (_, definition) => {
  const { who, control, getChannel, follow } = stage(definition);

  it('has one name, however often it is used', async () => {
    const { id: channelId } = await getChannel();
    await follow();
    control('webhooks', { do: 'duplicate', next: 1, amount: 2 });
    control('go-live', { who, title: 'Twice' });
    await expect.poll(() => hints().length, { timeout: 60_000 }).toBeGreaterThanOrEqual(3);
    const names = hints().map(({ messageId }) => messageId);
    expect(new Set(names).size).toBeLessThan(names.length);
    expect(new Set(hints().map((hint) => hint.channelId))).toEqual(new Set([channelId]));
  });

  it('is refused when it is not theirs', async () => {
    await follow();
    control('go-live', { who });
    await expect.poll(() => hints().length, { timeout: 60_000 }).toBeGreaterThan(0);
    // WebSub requires a 2xx answer even to these: https://www.w3.org/TR/websub/#signature-validation
    const refusals = ['refused', 'ignored'];
    for (const forged of pushes.filter(isHint).flatMap(({ push }) => forgeriesOf(push))) {
      expect(refusals).toContain((await connection.intake?.readPush(forged))?.kind);
    }
    pushes = [];
    control('webhooks', { do: 'forge', next: 1, amount: 1 });
    control('change-title', { who, title: 'Somebody else writes' });
    await expect.poll(() => pushes.length, { timeout: 60_000 }).toBeGreaterThan(0);
    expect(refusals).toContain(pushes[0]?.reading.kind);
  });
});

function forgeriesOf(push: Push): Push[] {
  const body = Buffer.from(push.body);
  body[body.length >> 1] = (body[body.length >> 1] as number) ^ 1;
  const bare = Object.entries(push.headers).filter(([name]) => !name.includes('signature'));
  return [
    { ...push, body },
    { ...push, headers: Object.fromEntries(bare) },
    { ...push, body: Buffer.from('{}') },
  ];
}

it('no adapter makes a call that its simulated world does not know', () => {
  expect([...unknown, ...sim.unknownCalls]).toEqual([]);
});
