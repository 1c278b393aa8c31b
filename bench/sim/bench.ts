import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { freePort } from '@tally/tests/free-port';
import { WebSocket } from 'ws';

// Measures the simulated Discord itself, because other benches are worthless if they measure the simulator. It runs as
// a separate process, over real HTTP and WebSocket, without rate limits.

const BARS = { creates: 10_000, events: 20_000 };
const SECONDS = 1.5;
const ROUNDS = 3;
/** The bar is a third of the 30,000 requests a second that bare node:http reaches here with such a body. */
const SHARE_OF_BARE = 0.33;
const CONNECTIONS = 64;
const EVENTS = 100_000;
const TOKEN = 'sim-bot-token';
const USER_AGENT = 'DiscordBot (https://example.test, 1.0.0)';

async function main(): Promise<void> {
  const world = await start('apps/sim/src/main.ts');
  const bare = await start('bench/sim/bare-http.ts');
  try {
    await control(world.port, 'limits', { enabled: false });
    const channels = await textChannels(world.port);
    const rounds = { world: [] as Measured[], bare: [] as Measured[] };
    // The two alternate, so other work on the machine affects both. The first round is a warm-up.
    for (let round = 0; round <= ROUNDS; round++) {
      const ours = await measured(world.port, () => creates(world.port, channels));
      const theirs = await measured(bare.port, () => creates(bare.port, channels));
      if (round > 0) rounds.world.push(ours);
      if (round > 0) rounds.bare.push(theirs);
    }
    const sent = await measured(world.port, () => gatewayEvents(world.port, channels));
    const [made, yardstick] = [median(rounds.world), median(rounds.bare)];
    show('bare node:http, same bytes', yardstick);
    const ratio = made.perCore / yardstick.perCore;
    const isFast = [
      judge('message creates over REST', made, { bar: BARS.creates, ratio }),
      judge('gateway events to one client', sent, { bar: BARS.events }),
    ];
    if (!isFast.every(Boolean)) process.exitCode = 1;
  } finally {
    await Promise.all([stop(world.child), stop(bare.child)]);
  }
}

interface Part {
  readonly port: number;
  readonly child: ChildProcess;
}

async function start(file: string): Promise<Part> {
  const port = await freePort();
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, SIM_PORT: `${port}` },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await answers(`http://127.0.0.1:${port}/control/process`);
  return { port, child };
}

const median = (rounds: readonly Measured[]): Measured => {
  const sorted = [...rounds].sort((one, other) => one.perCore - other.perCore);
  return sorted[Math.floor(sorted.length / 2)] ?? { perSecond: 0, perCore: 0 };
};

interface Measured {
  /** The rate by wall time, which other work on the machine reduces. */
  readonly perSecond: number;
  /** The rate by the simulated world's CPU time, as if it had its own core. */
  readonly perCore: number;
}

async function measured(port: number, run: () => Promise<number>): Promise<Measured> {
  const [before, started] = [await processorSeconds(port), performance.now()];
  const count = await run();
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: count / seconds, perCore: count / ((await processorSeconds(port)) - before) };
}

async function processorSeconds(port: number): Promise<number> {
  const used = (await (await fetch(`http://127.0.0.1:${port}/control/process`)).json()) as {
    user: number;
    system: number;
  };
  return (used.user + used.system) / 1_000_000;
}

const number = (value: number): string => Math.round(value).toLocaleString('en').padStart(8);

function show(what: string, figures: Measured, more = ''): void {
  console.log(
    `${what.padEnd(30)}${number(figures.perCore)}/s per core ${number(figures.perSecond)}/s by the wall clock${more}`,
  );
}

/**
 * Machines are shared and noisy (bars.md): the bar is an absolute figure or, if bare node:http itself is slower, the
 * same share of it as on a quiet core.
 */
function judge(what: string, figures: Measured, { bar, ratio }: { bar: number; ratio?: number }): boolean {
  const isFast = Math.max(figures.perCore, figures.perSecond) >= bar || (ratio ?? 0) >= SHARE_OF_BARE;
  const share = ratio === undefined ? '' : `   ${ratio.toFixed(2)} of bare (or ${SHARE_OF_BARE})`;
  show(what, figures, `   bar ${number(bar).trim()}/s${share}   ${isFast ? 'ok' : 'SHORT'}`);
  return isFast;
}

async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const isUp = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The simulated world did not start');
}

async function control(port: number, action: string, body: unknown): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${port}/control/discord/${action}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${action}: ${await answer.text()}`);
  return answer.json();
}

interface WorldState {
  readonly guilds: { name: string; channels: { id: string; type: number }[] }[];
}

async function textChannels(port: number): Promise<string[]> {
  const state = (await (await fetch(`http://127.0.0.1:${port}/control/state?world=discord`)).json()) as WorldState;
  const server = state.guilds.find(({ name }) => name === 'Harbour Speedruns');
  return (server?.channels ?? []).filter(({ type }) => type === 0).map(({ id }) => id);
}

/** A message like a notification: an embed with a few fields, and a row of buttons. */
const NOTIFICATION = JSON.stringify({
  content: 'Robin is live on Kick',
  embeds: [
    {
      title: 'Night drive through the old town',
      url: 'https://kick.com/robin',
      description: 'Come in and say hello.',
      color: 0x53fc18,
      fields: [
        { name: 'Category', value: 'Just Chatting', inline: true },
        { name: 'Viewers', value: '1,204', inline: true },
      ],
      image: { url: 'https://example.test/thumbnail.jpg' },
    },
  ],
  components: [{ type: 1, components: [{ type: 2, style: 5, label: 'Watch', url: 'https://kick.com/robin' }] }],
  allowed_mentions: { parse: [] },
});

async function creates(port: number, channels: readonly string[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const until = performance.now() + SECONDS * 1000;
  let done = 0;
  const worker = async (index: number) => {
    while (performance.now() < until) {
      await createMessage(port, agent, channels[(index + done) % channels.length] ?? '');
      done++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => worker(index)));
  agent.destroy();
  return done;
}

function createMessage(port: number, agent: Agent, channelId: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = request({
      port,
      host: '127.0.0.1',
      agent,
      method: 'POST',
      path: `/discord/api/v10/channels/${channelId}/messages`,
      headers: {
        authorization: `Bot ${TOKEN}`,
        'user-agent': USER_AGENT,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(NOTIFICATION),
      },
    });
    call.once('error', reject);
    call.once('response', (answer) => {
      answer.resume();
      if (answer.statusCode === 200) answer.once('end', resolve);
      else reject(new Error(`The simulated Discord answered ${answer.statusCode}`));
    });
    call.end(NOTIFICATION);
  });
}

const INTENTS = (1 << 0) | (1 << 9) | (1 << 15);

/** Sends many messages as fast as possible, and counts the events that arrive. */
async function gatewayEvents(port: number, channels: readonly string[]): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/discord/gateway?v=10&encoding=json`);
  await once(socket, 'open');
  socket.send(JSON.stringify({ op: 2, d: { token: TOKEN, intents: INTENTS, properties: {} } }));
  let arrived = 0;
  const { promise: isReady, resolve: ready } = Promise.withResolvers<void>();
  const { promise: isDone, resolve: finish } = Promise.withResolvers<void>();
  socket.on('message', (data: Buffer) => {
    const text = data.toString();
    if (text.startsWith('{"t":"READY"')) ready();
    if (text.startsWith('{"t":"MESSAGE_CREATE"') && ++arrived === EVENTS) finish();
  });
  await isReady;
  await control(port, 'flood', { channel_id: channels[0], count: EVENTS });
  await isDone;
  socket.terminate();
  return EVENTS;
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

await main();
