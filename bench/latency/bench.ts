import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { hours } from '@tally/kernel';
import { type Sim, startSim } from '@tally/sim/start';
import { startPostgres } from '@tally/tests/database';
import { startServer } from '@tally/tests/server-process';
import { Client, Pool } from 'pg';
import type { Driven, Work } from './drive.ts';
import { atPace } from './pace.ts';
import { pushOf, send } from './push.ts';

/**
 * S1: the time from a signed push to the message in the channel, one at a time on an idle system. It covers intake,
 * decision, fan-out, composing and sending, over HTTP, on a durable Postgres (fsync on). Then the time to acknowledge
 * pushes at 200 a second, after a warm-up. The pushes are about followed channels, so each is decided, stored and
 * followed by a question. `--recordings 10` repeats the first measurement while the same process has that many
 * recordings to save and saves one of them. `--workers 3`: an API and three workers instead of one process.
 */
const BARS = { first: 100, p50: 25, p99: 150, ackP99: 15, timesWithRecordings: 2 };
const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '10' },
    recordings: { type: 'string', default: '0' },
    workers: { type: 'string', default: '0' },
  },
});
const EVENTS = Number(values.events);
const RECORDINGS = Number(values.recordings);
const WORKERS = Number(values.workers);
/** Long enough that some recordings are still being saved at the end. */
const RECORDED_MS = hours(20);
const WARM = 30;
const RATE = 200;
const SECRET = 'a secret of the bench';
const HOME = '801000000000000000';
const PATIENCE_MS = 20_000;
/** Followed channels for the fast pushes. No server gets a message about them. */
const PUSHED = Array.from({ length: 500 }, (_, index) => 100_000 + index);

async function main(): Promise<void> {
  const postgres = await startPostgres({ fsync: true });
  if (!('url' in postgres)) throw new Error(postgres.reason);
  const sim = await startSim({ limits: false });
  const env = {
    DATABASE_URL: postgres.url,
    TWITCH_EVENTSUB_SECRET: SECRET,
    PLANS: 'unlimited',
    RECORDINGS_GB: '1000',
    RECORDINGS_GB_PER_SERVER: '1000',
    RECORDINGS_FREE_GB: '0',
    LOG_LEVEL: 'error',
    // Allows profiling: `NODE_OPTIONS=--cpu-prof npm run bench:latency`.
    NODE_OPTIONS: process.env.NODE_OPTIONS ?? '',
  };
  const server = await startServer({ sim, role: WORKERS > 0 ? 'api' : 'all', env });
  const workers = await Promise.all(Array.from({ length: WORKERS }, () => startServer({ sim, role: 'worker', env })));
  const agent = new Agent({ keepAlive: true });
  try {
    const rounds = RECORDINGS > 0 ? 2 : 1;
    const rooms = await addRooms(sim, WARM + EVENTS * rounds);
    await follow(postgres.url, rooms);
    const measure = async (from: number, until: number): Promise<number[]> => {
      const took: number[] = [];
      for (const [index, room] of rooms.entries()) {
        if (index < from || index >= until) continue;
        took.push(await announce({ sim, url: server.url, agent, room, channel: index + 1 }));
        // Waits until the work that follows a message is done.
        await pause(60);
      }
      return took;
    };
    const [first = Number.NaN, second = Number.NaN] = await measure(0, WARM);
    const waits = await measure(WARM, WARM + EVENTS);
    const isQuiet = RECORDINGS === 0 || (await saveBeside({ sim, url: postgres.url, measure, quiet: waits }));
    await showParts(postgres.url);
    await showDisk(postgres.url);
    const { waits: acks, undisturbed } = await acknowledge(server.url);
    process.stdout.write(`   the second message after the start ${second.toFixed(1)} ms\n`);
    const isGood = [
      judge('S1 the first message after a start', first, BARS.first),
      judge('S1 push to message, p50', at(waits, 0.5), BARS.p50),
      judge('S1 push to message, p99', at(waits, 0.99), BARS.p99),
      judge(`S1 acknowledged at ${RATE}/s, p99`, at(acks, 0.99), BARS.ackP99),
    ];
    const calm = [undisturbed.length, acks.length].join(' of ');
    process.stdout.write(
      `   all: p50 ${at(acks, 0.5).toFixed(1)} ms; the ${calm} during which their sender was not held up itself: p99 ${at(undisturbed, 0.99).toFixed(1)} ms\n`,
    );
    process.exitCode = isGood.every(Boolean) && isQuiet ? 0 : 1;
  } finally {
    agent.destroy();
    const signal = process.env.NODE_OPTIONS ? 'SIGTERM' : 'SIGKILL';
    await Promise.all([server, ...workers].map((each) => each.kill(signal)));
    await sim.close();
    await postgres.stop();
  }
}

interface Beside {
  readonly sim: Sim;
  readonly url: string;
  readonly measure: (from: number, until: number) => Promise<number[]>;
  readonly quiet: readonly number[];
}

/** Measures again while recordings are saved. This process also serves them. */
async function saveBeside({ sim, url, measure, quiet }: Beside): Promise<boolean> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const saving = async (): Promise<number[]> => {
    const { rows } = await client.query<{ done: string }>(
      'select done_bytes as done from vod_recordings order by 1 desc',
    );
    return rows.map(({ done }) => Number(done));
  };
  for (let at = 0; at < RECORDINGS; at += 1) await addRecording(sim, client, at);
  // The process looks for recordings to save every two minutes.
  while ((await saving()).filter((done) => done > 0).length < 1) await pause(1_000);
  const beside = await measure(WARM + EVENTS, WARM + EVENTS * 2);
  const [done = 0, next = 0] = await saving();
  await client.end();
  const times = at(beside, 0.99) / at(quiet, 0.99);
  const mib = ((done + next) / 1024 / 1024).toFixed(0);
  process.stdout.write(
    `S1 beside ${RECORDINGS} recordings: p50 ${at(beside, 0.5).toFixed(1)} ms, p99 ${at(beside, 0.99).toFixed(1)} ms (${mib} MiB of them saved meanwhile): `,
  );
  const isGood = times < BARS.timesWithRecordings;
  process.stdout.write(
    `p99 ${times.toFixed(2)} times, bar < ${BARS.timesWithRecordings}   ${isGood ? 'ok' : 'SHORT'}\n`,
  );
  return isGood;
}

async function addRecording(sim: Sim, client: Client, at: number): Promise<void> {
  const act = (action: string) => sim.worlds.get('kick')?.controls[action]?.({ who: 'xqc' });
  act('go-live');
  sim.clock.advance(RECORDED_MS);
  act('end');
  const headers = { origin: 'https://kick.com', referer: 'https://kick.com/' };
  const answer = await fetch(`${sim.url}/kick/web/api/v1/channels/1676/videos`, { headers });
  const { data } = (await answer.json()) as { data: { id: string }[] };
  await client.query(
    `insert into vod_recordings (id, platform, video_id, channel_id, channel_name, url, started_at, state, found_at)
     values ($1, 'kick', $2, '676', 'xqc', 'https://kick.com', now(), 'waiting', now() - interval '1 hour')`,
    [`r${at}`, data[0]?.id],
  );
  await client.query(
    `insert into vod_keepers (recording_id, server_id, streamer_name, hours) values ($1, '${HOME}', 'xqc', 72)`,
    [`r${at}`],
  );
}

/** The median time of each part, from the journal. */
async function showParts(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const median = (part: string) => `percentile_cont(0.5) within group (order by extract(epoch from ${part}) * 1000)`;
  const { rows } = await client.query<Record<'detected' | 'queued' | 'sent', number>>(
    `select ${median('d.detected_at - s.started_at')} as detected, ${median('d.queued_at - d.detected_at')} as queued,
            ${median('d.sent_at - d.queued_at')} as sent
       from deliveries d join stream_sessions s on s.id = d.session_id`,
  );
  await client.end();
  const [part] = rows;
  if (!part) return;
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  process.stdout.write(
    `   of which: push to decision ${ms(part.detected)}, to the row ${ms(part.queued)}, to the reply of Discord ${ms(part.sent)}\n`,
  );
}

/** Measures the lower bound of this machine: one row per push written to disk at the same pace. */
async function showDisk(url: string): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 10 });
  await pool.query('create table bare_commits (id bigint generated always as identity primary key, word text)');
  const waits: number[] = [];
  await atPace({ rate: RATE, seconds: Number(values.seconds) }, async () => {
    const left = performance.now();
    await pool.query(`insert into bare_commits (word) values ('push')`);
    waits.push(performance.now() - left);
  });
  await pool.end();
  const ms = (share: number) => `${at(waits, share).toFixed(1)} ms`;
  process.stdout.write(`   a bare INSERT that waits for this disk, ${RATE}/s: p50 ${ms(0.5)}, p99 ${ms(0.99)}\n`);
}

const at = (all: readonly number[], share: number): number =>
  all.toSorted((one, other) => one - other)[Math.ceil(all.length * share) - 1] ?? Number.NaN;

function judge(what: string, ms: number, bar: number): boolean {
  const isGood = ms <= bar;
  process.stdout.write(
    `${what.padEnd(34)}${ms.toFixed(1).padStart(8)} ms   bar ≤ ${bar} ms   ${isGood ? 'ok' : 'SHORT'}\n`,
  );
  return isGood;
}

/** Each event gets its own channel, so no channel limit interferes. */
async function addRooms(sim: Sim, count: number): Promise<string[]> {
  const rooms: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const made = await sim.discord.controls['add-channel']?.({ guild_id: HOME, name: `room-${index}` });
    rooms.push((made as { id: string }).id);
  }
  return rooms;
}

async function follow(url: string, rooms: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const names = `unnest($1::text[]) with ordinality as room (id, n)`;
  const followed = [...rooms.map((_, index) => index + 1), ...PUSHED];
  await client.query(
    `insert into channels (platform, channel_id, name, display_name, url, refreshed_at, next_ask_at, followed_at)
     select 'twitch', n::text, 'c' || n, 'C ' || n, 'https://twitch.tv/c' || n, now(), now() + interval '1 day', now()
       from unnest($1::int[]) n`,
    [followed],
  );
  await client.query(
    `insert into watches (platform, channel_id, reason, holder, created_at)
     select 'twitch', n::text, 'notifications', '${HOME}', now() from unnest($1::int[]) n`,
    [followed],
  );
  await client.query(
    `insert into streamers (id, server_id, platform, channel_id, name, settings, added_at, changed_at)
     select gen_random_uuid(), '${HOME}', 'twitch', n::text, 'c' || n,
            jsonb_build_object('notificationChannelId', id), now(), now() from ${names}`,
    [rooms],
  );
  await client.query('analyze');
  await client.end();
}

interface Announcement {
  readonly sim: Sim;
  readonly url: string;
  readonly agent: Agent;
  readonly room: string;
  readonly channel: number;
}

/** Returns the milliseconds from the push's first byte to the message in the channel. */
async function announce({ sim, url, agent, room, channel }: Announcement): Promise<number> {
  const posted = Promise.withResolvers<number>();
  const stop = sim.events.subscribe(({ type, data }) => {
    if (type === 'MESSAGE_CREATE' && (data as { channel_id?: string }).channel_id === room)
      posted.resolve(performance.now());
  });
  const late = setTimeout(() => posted.reject(new Error(`Nothing was posted in room ${channel}.`)), PATIENCE_MS);
  const since = performance.now();
  try {
    await send(url, agent, pushOf(SECRET, channel, 'stream.online'));
    return (await posted.promise) - since;
  } finally {
    clearTimeout(late);
    stop();
  }
}

/** Runs in a separate process, because this one also runs the simulated world, which would distort the result. */
async function acknowledge(url: string): Promise<Driven> {
  const child = fork(new URL('drive.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const work: Work = { url, secret: SECRET, rate: RATE, seconds: Number(values.seconds), channels: PUSHED };
  child.send(work);
  const [driven] = (await once(child, 'message')) as [Driven];
  return driven;
}

await main();
