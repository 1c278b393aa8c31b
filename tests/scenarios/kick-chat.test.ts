import { createHttp, type HttpRunner } from '@tally/infra/http';
import { createMetrics, type Metrics } from '@tally/infra/metrics';
import {
  type Channel,
  type ChatHappening,
  minutes,
  type PlatformConnection,
  readConfig,
  seconds,
  silentLog,
  systemClock,
} from '@tally/kernel';
import { kick } from '@tally/platforms/kick/index';
import { type Sim, startSim } from '@tally/sim/start';
import { seededRandom } from '@tally/tests/context';
import { type TestTimers, testTimers } from '@tally/tests/timers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

/** The adapter reads Kick's own chat over real sockets. The clock moves only when a test moves it. */
const unknown: unknown[] = [];
let sim: Sim;
let http: HttpRunner;
let metrics: Metrics;
let timers: TestTimers;
let connection: PlatformConnection;
const waiting = { timeout: 60_000, interval: 5 };

beforeAll(async () => {
  sim = await startSim({ limits: false });
});
afterAll(() => sim.close());

beforeEach(() => {
  sim.reset();
  open({ KICK_UNOFFICIAL_CHAT: 'on' });
});
afterEach(async () => {
  await connection.upkeep?.close();
  await http.close();
  unknown.push(...sim.unknownCalls);
});

function open(env: Record<string, string>): void {
  const config = readConfig({ NODE_ENV: 'test', SIM_PORT: `${sim.port}`, ...env });
  metrics = createMetrics({ withProcess: false });
  timers = testTimers();
  http = createHttp({ clock: systemClock, log: silentLog, metrics, allowedHosts: [] });
  const doors = { clock: sim.clock, timers, random: seededRandom(1), log: silentLog, config, http, metrics };
  connection = kick.connect(doors);
}

const control = (name: string, body: object = {}) =>
  sim.worlds.get('kick')?.controls[name]?.(body) as Record<string, string>;
const summary = () =>
  sim.worlds.get('kick')?.summary() as { realtime: string[][]; requests: { method: string; path: string }[] };
const write = (content: string, who = 'xqc') => control('chat', { who, by: 'late-latency', content })['message_id'];
/** xQc's user id is 676, and the simulated room ids are 2,000 higher. */
const rooms = (...expected: string[]) =>
  vi.waitFor(() => expect(summary().realtime.map((each) => each.toSorted())).toEqual([expected]), waiting);
const XQC = 'chatrooms.2676.v2';
const negotiations = () => summary().requests.filter(({ path }) => path.endsWith('/realtime/connection')).length;

/** Moves the clock in small steps, because a connection that is silent for one long step counts as lost. */
async function comesBack(): Promise<void> {
  const before = negotiations();
  await vi.waitFor(async () => {
    await timers.pass(seconds(1));
    expect(negotiations()).toBeGreaterThan(before);
  }, waiting);
  await rooms(XQC);
}

async function read(name: string): Promise<{ heard: ChatHappening[]; stop: () => void; texts: () => string[] }> {
  const channel = (await connection.stream.findChannel(name)) as Channel;
  const heard: ChatHappening[] = [];
  const stop = connection.chatPage?.readChat(channel, (happening) => heard.push(happening));
  if (!stop) throw new Error('chats are not read here');
  const texts = () => heard.flatMap((each) => (each.kind === 'line' ? [each.message.text] : []));
  return { heard, stop, texts };
}
const hears = (of: { texts: () => string[] }, ...expected: string[]) =>
  vi.waitFor(() => expect(of.texts()).toEqual(expected), waiting);

describe.each(['centrifugo', 'pusher'])('by way of %s', (provider) => {
  beforeEach(() => void control('realtime', { do: provider }));

  it('receives lines, a deletion, a timeout and a cleared chat', async () => {
    control('badge', { who: 'xqc', by: 'late-latency', badge: 'moderator' });
    const chat = await read('xqc');
    await rooms(XQC);
    const id = write('hi <b>there</b> [emote:37226:KEKW]');
    control('delete-line', { who: 'xqc', id });
    control('ban', { who: 'xqc', by: 'late-latency', minutes: 5 });
    control('clear-chat', { who: 'xqc' });
    await vi.waitFor(() => expect(chat.heard).toHaveLength(4), waiting);
    const banned = expect.objectContaining({ name: 'late-latency' });
    expect(chat.heard).toEqual([
      {
        kind: 'line',
        message: expect.objectContaining({
          messageId: id,
          channelId: '676',
          sender: banned,
          badges: ['moderator'],
          colour: '#53FC18',
          text: 'hi <b>there</b> [emote:37226:KEKW]',
          sentAt: expect.any(Date),
        }),
      },
      { kind: 'removed', messageId: id },
      { kind: 'ban', ban: { platform: 'kick', channelId: '676', banned } },
      { kind: 'cleared' },
    ]);
    expect(await metrics.text()).toContain('kick_chat_connected 1');
    expect(await metrics.text()).toContain('kick_chat_events_total{kind="removed"} 1');
  });

  it('one connection carries many chats, and ends with the last of them', async () => {
    const [first, second, other] = [await read('xqc'), await read('xqc'), await read('trainwreckstv')];
    const both = [XQC, expect.stringMatching(/^chatrooms\.\d+\.v2$/)];
    await vi.waitFor(() => expect(summary().realtime.map((each) => each.length)).toEqual([2]), waiting);
    expect(summary().realtime[0]).toEqual(expect.arrayContaining(both));
    write('here');
    write('there', 'trainwreckstv');
    await Promise.all([hears(first, 'here'), hears(second, 'here'), hears(other, 'there')]);
    first.stop();
    other.stop();
    await rooms(XQC);
    write('still');
    await hears(second, 'here', 'still');
    expect(first.texts()).toEqual(['here']);
    second.stop();
    await vi.waitFor(() => expect(summary().realtime).toEqual([]), waiting);
    expect(negotiations()).toBe(1);
  });

  it('a connection that drops, and a wall in its way, are waited out without a word', async () => {
    const chat = await read('xqc');
    await rooms(XQC);
    control('trouble', { kind: 'block', minutes: 20 });
    control('realtime', { do: 'drop' });
    await vi.waitFor(async () => expect(await metrics.text()).toContain('kick_chat_connected 0'), waiting);
    await timers.pass(minutes(5));
    expect(summary().realtime).toEqual([]);
    control('calm');
    // The adapter stops calling web.kick.com for a while after an error page.
    sim.clock.advance(minutes(31));
    await comesBack();
    write('back');
    await hears(chat, 'back');
    expect(await metrics.text()).toContain('kick_chat_connected 1');
  });

  it('a connection that stays silent is given up', async () => {
    const chat = await read('xqc');
    await rooms(XQC);
    control('realtime', { do: 'zombie' });
    write('heard by nobody');
    await timers.pass(minutes(3));
    await vi.waitFor(async () => expect(await metrics.text()).toContain('kick_chat_connected 0'), waiting);
    control('realtime', { do: 'alive' });
    await comesBack();
    write('alive');
    await hears(chat, 'alive');
  });
});

it('a new connection looks up its server again', async () => {
  const chat = await read('xqc');
  await rooms(XQC);
  control('realtime', { do: 'pusher' });
  control('realtime', { do: 'drop' });
  await comesBack();
  write('by the other way');
  await hears(chat, 'by the other way');
  expect(negotiations()).toBe(2);
});

it('a refused client stays away for minutes', async () => {
  await read('xqc');
  await rooms(XQC);
  control('realtime', { do: 'final' });
  await vi.waitFor(async () => expect(await metrics.text()).toContain('kick_chat_connected 0'), waiting);
  await timers.pass(minutes(4));
  expect(negotiations()).toBe(1);
  await timers.pass(minutes(1));
  await rooms(XQC);
});

it('is off by default, together with its dependents', () => {
  expect(connection.chatPage).toBeDefined();
  open({});
  expect(connection.chatPage).toBeUndefined();
  open({ KICK_UNOFFICIAL_CHAT: 'on', KICK_UNOFFICIAL: 'off' });
  expect(connection.chatPage).toBeUndefined();
});

it('nothing was asked that the simulated Kick does not know', () => expect(unknown).toEqual([]));
