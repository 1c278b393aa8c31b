import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startPostgres } from '@tally/tests/database';
import { startServer } from '@tally/tests/server-process';
import { Client } from 'pg';
import { pushOf } from '../latency/push.ts';

/**
 * S8: signed pushes from Kick and Twitch, accepted by one API process and stored on a durable Postgres (fsync on). They
 * arrive at a steady pace, even if earlier ones are not answered, so a slow moment shows in the wait of all that arrive
 * during it. `--seconds 300` is the nightly length.
 */
const BARS = { perSecond: 500, p99Ms: 250 };
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '30' }, rate: { type: 'string', default: '550' } },
});
const SECONDS = Number(values.seconds);
const RATE = Number(values.rate);
const CHANNELS = 2_000;
const SECRET = 'a secret of the bench';
const TICK_MS = 5;
const FINISH_MS = 30_000;

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

async function main(): Promise<void> {
  const postgres = await startPostgres({ fsync: true });
  if (!('url' in postgres)) throw new Error(postgres.reason);
  const kick = await tellKey();
  const server = await startServer({
    role: 'api',
    env: {
      DATABASE_URL: postgres.url,
      KICK_API_URL: kick.url,
      TWITCH_EVENTSUB_SECRET: SECRET,
      LOG_LEVEL: 'error',
      NODE_OPTIONS: process.env.NODE_OPTIONS ?? '',
    },
  });
  try {
    await follow(postgres.url);
    const letters = write(Math.ceil(RATE * SECONDS));
    await drive(server.url, write(RATE));
    const before = await countStored(postgres.url);
    const spent = await processorSeconds(server.pid);
    const run = await drive(server.url, letters);
    const perCore = run.waits.length / ((await processorSeconds(server.pid)) - spent);
    const stored = (await countStored(postgres.url)) - before;
    const waits = run.waits.toSorted((a, b) => a - b);
    const at = (share: number): number => Math.round(waits[Math.ceil(waits.length * share) - 1] ?? 0);
    const perSecond = run.waits.length / (run.ms / 1000);
    // A push without an acknowledgment may be stored without being counted, so the difference is never negative.
    const lost = Math.max(0, run.waits.length - stored);
    const isGood = perSecond >= BARS.perSecond && at(0.99) <= BARS.p99Ms && lost === 0 && run.refused === 0;
    console.log(
      `S8  ${run.waits.length} signed pushes in ${(run.ms / 1000).toFixed(1)} s: ${Math.round(perSecond)}/s acknowledged (bar ${BARS.perSecond}), ${Math.round(perCore)}/s and core of the API, ` +
        `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms (bar ${BARS.p99Ms}), slowest ${at(1)} ms; ` +
        `stored ${stored}, lost ${lost}, refused ${run.refused}  ${isGood ? 'ok' : 'FALLS SHORT'}`,
    );
    process.exitCode = isGood ? 0 : 1;
  } finally {
    await server.kill(process.env.NODE_OPTIONS ? 'SIGTERM' : 'SIGKILL');
    kick.close();
    await postgres.stop();
  }
}

/** Returns the CPU time of all the process's threads. Without /proc, it is unknown. */
async function processorSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // Skips the name in brackets, which may contain anything: proc(5), fields 14 and 15, in 1/100 of a second.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Simulates the parts of Kick that intake needs. */
async function tellKey(): Promise<{ url: string; close(): void }> {
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const server = createServer((_req, res) => res.end(JSON.stringify({ data: { public_key: pem } })));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Every pushed channel is followed, so each push is processed and not just stored. */
async function follow(url: string): Promise<void> {
  await ask(
    url,
    `insert into channels (platform, channel_id, name, display_name, url, refreshed_at, next_ask_at, followed_at)
     select platform, n::text, 'c' || n, 'C ' || n, 'https://example.test/c' || n, now(), now() + interval '1 day', now()
       from generate_series(1, ${CHANNELS}) n, unnest(array['kick', 'twitch']) platform`,
  );
  await ask(
    url,
    `insert into watches (platform, channel_id, reason, holder, created_at)
     select platform, channel_id, 'bench', '1', now() from channels`,
  );
}

const countStored = async (url: string): Promise<number> =>
  (await ask<{ count: number }>(url, 'select count(*)::int as count from push_messages'))[0]?.count ?? 0;

async function ask<Row extends object>(url: string, query: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end();
  }
}

interface Letter {
  readonly path: string;
  readonly headers: Record<string, string | number>;
  readonly body: string;
}

/** Signs the pushes in advance, because signing is the platforms' work. Streams start, change and end in turn. */
const write = (count: number): Letter[] =>
  Array.from({ length: count }, (_, index) => {
    const channel = (Math.floor(index / 2) % CHANNELS) + 1;
    const round = Math.floor(index / 2 / CHANNELS);
    return index % 2 === 0 ? kickLetter(channel, round) : twitchLetter(channel, round);
  });

function kickLetter(channel: number, round: number): Letter {
  const broadcaster = { user_id: channel, username: `C ${channel}`, channel_slug: `c${channel}` };
  const startedAt = new Date(Date.now() - 60_000 + round).toISOString();
  const isStatus = round % 2 === 0;
  const body = JSON.stringify(
    isStatus
      ? { broadcaster, is_live: round % 4 === 0, title: `Round ${round}`, started_at: startedAt, ended_at: null }
      : { broadcaster, metadata: { title: `Round ${round}`, language: 'en' } },
  );
  const [id, timestamp] = [randomUUID(), new Date().toISOString()];
  const signature = sign('RSA-SHA256', Buffer.from(`${id}.${timestamp}.${body}`), privateKey).toString('base64');
  return {
    path: '/webhooks/kick',
    body,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'kick-event-message-id': id,
      'kick-event-message-timestamp': timestamp,
      'kick-event-signature': signature,
      'kick-event-type': isStatus ? 'livestream.status.updated' : 'livestream.metadata.updated',
      'kick-event-version': '1',
    },
  };
}

const twitchLetter = (channel: number, round: number): Letter => ({
  path: '/webhooks/twitch',
  ...pushOf(SECRET, channel, round % 2 === 0 ? 'channel.update' : 'stream.offline'),
});

interface Run {
  readonly waits: readonly number[];
  readonly refused: number;
  readonly ms: number;
}

/** Sends each push at its scheduled time, and measures the time until its acknowledgment. */
async function drive(url: string, letters: readonly Letter[]): Promise<Run> {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const waits: number[] = [];
  const isOver = AbortSignal.timeout((letters.length / RATE) * 1000 + FINISH_MS);
  const since = performance.now();
  const carry = async (letter: Letter, moment: number): Promise<void> => {
    if ((await send(url, agent, letter)) === 200) waits.push(performance.now() - moment);
  };
  const carried: Promise<void>[] = [];
  while (carried.length < letters.length) {
    const due = ((performance.now() - since) / 1000) * RATE;
    for (const letter of letters.slice(carried.length, Math.ceil(due))) {
      carried.push(carry(letter, since + (carried.length / RATE) * 1000));
    }
    await pause(TICK_MS);
  }
  isOver.addEventListener('abort', () => agent.destroy(), { once: true });
  await Promise.all(carried);
  const ms = performance.now() - since;
  agent.destroy();
  return { waits, refused: letters.length - waits.length, ms };
}

function send(url: string, agent: Agent, { path, headers, body }: Letter): Promise<number> {
  return new Promise((resolve) => {
    const call = request(`${url}${path}`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
      answer.once('error', () => resolve(0));
    });
    call.once('error', () => resolve(0));
    call.end(body);
  });
}

await main();
