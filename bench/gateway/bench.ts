import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import type { ClientName } from './clients.ts';

/**
 * S6: the cost of a gateway at 10,000 servers. Three clients get the same servers and events, one after the other: ours
 * with the listeners of all features and the data for permission checks, @discordjs/ws, which stores nothing, and an
 * unmodified discord.js. Each runs in its own process, and its processor time counts. Ours uses the public interfaces
 * of @discordjs/ws (docs/decisions/0106), so the ratio to @discordjs/ws is shown without a bar.
 */
const BARS = { heldKiB: 6, residentMB: 180, ofDiscordJs: 1.5, flood: 2 };
const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '10000' },
    events: { type: 'string', default: '200000' },
    only: { type: 'string' },
    'used-by-one-in': { type: 'string', default: '10' },
    profile: { type: 'boolean', default: false },
  },
});
const SERVERS = Number(values.servers);
const EVENTS = Number(values.events);
const NAMES: readonly ClientName[] = ['@discordjs/ws', 'tally', 'discord.js'];

interface Figures {
  readonly heldKiB: number;
  readonly residentMB: number;
  readonly floodMB: number;
  readonly perCore: number;
}

interface Told {
  readonly memory?: { readonly rss: number; readonly held: number };
  readonly ended?: { readonly cpuMs: number; readonly wallMs: number; readonly peak: number };
}

async function main(): Promise<void> {
  const figures = new Map<ClientName, Figures>();
  for (const name of NAMES) {
    if (values.only && values.only !== name) continue;
    const measured = await measure(name);
    figures.set(name, measured);
    const { heldKiB, residentMB, floodMB, perCore } = measured;
    console.log(
      `    ${name.padEnd(14)} ${heldKiB.toFixed(1)} KiB a server, ${residentMB.toFixed(0)} MB resident, ${floodMB.toFixed(0)} MB in the flood, ${Math.round(perCore).toLocaleString('en')} events a second of a core`,
    );
  }
  if (!values.only) process.exitCode = judge(figures) ? 0 : 1;
}

async function measure(name: ClientName): Promise<Figures> {
  const feed = fork('bench/gateway/feed.ts', [`${SERVERS}`, `${EVENTS}`]);
  const [{ port }] = (await once(feed, 'message')) as [{ port: number }];
  // Ours uses the flags of compose.yml. The others use Node's defaults, which are fastest for them.
  const flags = name === 'tally' ? ['--optimize-for-size', '--no-parallel-scavenge'] : [];
  const env = name === 'tally' ? { ...process.env, MALLOC_ARENA_MAX: '1' } : process.env;
  const every = values['used-by-one-in'];
  const profile = values.profile ? ['--cpu-prof', '--cpu-prof-dir=.tally/profiles'] : [];
  const client = fork('bench/gateway/measured.ts', [name, `http://127.0.0.1:${port}`, `${SERVERS}`, every], {
    execArgv: [...flags, '--expose-gc', ...profile],
    env,
  });
  try {
    await told(client, 'connected');
    const before = await memoryOf(client);
    await part(client, () => feed.send('servers'));
    const idle = await memoryOf(client);
    const flood = await part(client, () => feed.send('events'));
    return {
      heldKiB: (idle.held - before.held) / 1024 / SERVERS,
      residentMB: idle.rss / 1e6,
      floodMB: flood.peak / 1e6,
      perCore: EVENTS / (flood.cpuMs / 1000),
    };
  } finally {
    for (const child of [feed, client]) if (child.connected) child.disconnect();
    await Promise.all([feed, client].map(async (child) => child.exitCode ?? (await once(child, 'exit'))));
  }
}

async function part(client: ChildProcess, start: () => void): Promise<NonNullable<Told['ended']>> {
  client.send('begin');
  await told(client, 'begun');
  const ended = told(client, 'ended');
  start();
  return (await ended).ended as NonNullable<Told['ended']>;
}

async function memoryOf(client: ChildProcess): Promise<NonNullable<Told['memory']>> {
  client.send('memory');
  return (await told(client, 'memory')).memory as NonNullable<Told['memory']>;
}

function told(client: ChildProcess, what: string): Promise<Told> {
  return new Promise((resolve, reject) => {
    const hear = (message: Told): void => {
      if (!(what in message)) return;
      client.off('message', hear);
      resolve(message);
    };
    client.on('message', hear);
    client.once('exit', (code) => reject(new Error(`A client ended with ${code}.`)));
  });
}

function judge(figures: ReadonlyMap<ClientName, Figures>): boolean {
  const nothing: Figures = { heldKiB: Number.NaN, residentMB: Number.NaN, floodMB: Number.NaN, perCore: Number.NaN };
  const of = (name: ClientName): Figures => figures.get(name) ?? nothing;
  const ours = of('tally');
  const checks = [
    ['KiB of heap a server', ours.heldKiB, '≤', BARS.heldKiB],
    ['of what discord.js holds', ours.heldKiB / of('discord.js').heldKiB, '≤', 1 / 19],
    ['MB resident', ours.residentMB, '≤', BARS.residentMB],
    ['times discord.js', ours.perCore / of('discord.js').perCore, '≥', BARS.ofDiscordJs],
    ['times the idle memory in a flood', ours.floodMB / ours.residentMB, '≤', BARS.flood],
  ] as const;
  return checks
    .map(([what, figure, sign, bar]) => {
      const isGood = sign === '≤' ? figure <= bar : figure >= bar;
      console.log(`S6  ${figure.toFixed(2)} ${what} (bar ${sign} ${bar.toFixed(2)})  ${isGood ? 'ok' : 'FALLS SHORT'}`);
      return isGood;
    })
    .every(Boolean);
}

await main();
