import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ChannelId, ServerId } from '@tally/contract';
import { openDb } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';
import { type Ctx, silentLog, systemClock, systemRandom, systemTimers } from '@tally/kernel';
import { noMentions } from '@tally/message/discord';
import { intend } from '@tally/pipeline/delivery';
import { createWake } from '@tally/pipeline/wake';
import { examine } from '@tally/server/doctor/examine';
import { type Sim, startSim } from '@tally/sim/start';
import { type PostgresServer, startPostgres } from '@tally/tests/database';
import { freePort } from '@tally/tests/free-port';
import { sharedKeys, startServer } from '@tally/tests/server-process';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFailed, vi } from 'vitest';
import { act } from './world/act.ts';
import { type Cable, layCable } from './world/cable.ts';
import { type Creator, intention, makeCast } from './world/cast.ts';
import { type Crew, type Member, startCrew } from './world/crew.ts';
import { type Dice, throwDice } from './world/dice.ts';
import { type Ledger, openLedger } from './world/ledger.ts';
import { demoUser } from './world/people.ts';
import { openPostOffice, type PostOffice } from './world/post-office.ts';
import { print } from './world/print.ts';
import { sized, soak } from './world/sizes.ts';
import { clean, judge } from './world/verdict.ts';

/**
 * Runs several processes of each role on one Postgres with its default connection limit. The processes of a second
 * machine reach Postgres through a cable.
 */
const ROUNDS = sized({ small: 1, nightly: 6, full: 20 });
const LIMIT = 8;
/** On a busy machine a call may take more than a second, and counts together with later ones. */
const ALLOWED = LIMIT + 3;
const WAITING = 2 * LIMIT;
const SHARDS = 4;
/** Starts above the numbers of all creators. */
const FIRST_NAME = 90_000;
const home = ServerId.parse('801000000000000000');
const patience = { timeout: 300_000, interval: 100 };

const started = await startPostgres({ maxConnections: 100 });
const server = 'reason' in started ? null : started;
if ('reason' in started) process.stdout.write(`No Postgres for several processes: ${started.reason}\n`);
const { url: DATABASE_URL } = server ?? ({ url: '' } as PostgresServer);
const clients: Client[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
});
afterAll(() => server?.stop());

const connect = async (): Promise<Client> => {
  const client = new Client({ connectionString: DATABASE_URL });
  await client.connect();
  clients.push(client);
  return client;
};

describe.skipIf(!server)('two APIs, two bots and three workers on a Postgres with default settings', () => {
  let scene: Scene;
  const closing: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    const dice = throwDice();
    const sim = await startSim({ limits: false });
    const ports = [await freePort(), await freePort()] as const;
    const doors = ports.map((port) => `http://127.0.0.1:${port}`);
    const post = await openPostOffice({ dice, spreadMs: 1_000, doors: () => doors });
    const dataDir = await mkdtemp(join(tmpdir(), 'tally-several-'));
    const cable = await layCable(DATABASE_URL);
    const env = {
      DATA_DIR: dataDir,
      PUBLIC_API_URL: post.url,
      PLANS: 'unlimited',
      RATE_LIMIT_PER_MINUTE: '1000000',
      SHARDS: `${SHARDS}`,
      CALLS_PER_SECOND: `${LIMIT}`,
      WEBHOOKS_PER_SECOND: `${LIMIT}`,
    };
    // Starts first, because this crew migrates the database.
    const near = await startCrew({
      sim,
      env,
      databaseUrl: DATABASE_URL,
      roles: ['api', 'bot', 'worker', 'worker'],
      port: ports[0],
    });
    const far = await startCrew({ sim, env, databaseUrl: cable.url, roles: ['api', 'bot', 'worker'], port: ports[1] });
    const database = await openDb({ databaseUrl: DATABASE_URL, dataDir: null, log: silentLog, poolSize: 2 });
    for (const each of [near, far, post, cable, sim, database]) closing.push(() => each.close());
    closing.push(() => rm(dataDir, { recursive: true }));
    const ctx = { db: database.db, clock: systemClock, wake: createWake(systemTimers, systemRandom) } as Ctx;
    const ledger = openLedger(DATABASE_URL);
    const members = [near, far].flatMap((crew) => crew.members);
    const plot = { creators: [].values(), servers: [] };
    scene = { ctx, sim, dice, post, cable, near, far, members, ledger, intended: new Set(), plot };
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });

  it('start within its 100 connections', async () => {
    const { near, far, members } = scene;
    expect([near.output(), far.output()].map((text) => text.trim())).toEqual(['', '']);
    await allReady(members);
    const client = await connect();
    const { rows } = await client.query(
      `select application_name as name, count(*)::int as count from pg_stat_activity
        where application_name like 'tally%' group by 1 order by 1`,
    );
    // The name of a listening connection ends with the data folder.
    const counts: Record<string, number> = {};
    for (const { name, count } of rows) {
      const kind = name.startsWith('tally listen ') ? 'tally listen' : name;
      counts[kind] = (counts[kind] ?? 0) + count;
    }
    expect(counts['tally listen'], 'each process listens on one connection').toBe(7);
    expect(counts['tally queue']).toBeLessThanOrEqual(7 * 2);
    // The connections of this test's own pool.
    expect(counts['tally']).toBeLessThanOrEqual(5 * 3 + 2 * 7 + 2);
  });

  it(
    'lose and double nothing while some are killed, frozen, cut off and restarted',
    async () => {
      const { sim, dice, post, members, ledger, intended, near, far, plot } = scene;
      onTestFailed(async () => {
        const { rows } = await scene.ctx.db.execute(sql`select *, until - now() as "for" from gateway_clusters`);
        process.stdout.write(
          `${JSON.stringify(rows)}\n${near.output().slice(-8_000)}\n${far.output().slice(-8_000)}\n`,
        );
      });
      act(sim, 'kick', 'callback', { url: `${post.url}/webhooks/kick` });
      const size = { creators: 2 * ROUNDS, messages: 4 * ROUNDS, servers: 2, channelsPerServer: 2 };
      const cast = await makeCast({ sim, api: near.apis[0]?.url ?? '', dice, size });
      for (const each of cast.intended) intended.add(each);
      plot.creators = cast.creators.values();
      act(sim, 'discord', 'limits', { enabled: true, global: ALLOWED, address: ALLOWED });

      const stop = new AbortController();
      const busy = keepBusy(scene, stop.signal);
      try {
        for (let round = 0; round < ROUNDS; round += 1) {
          await causeTrouble(scene);
          await restartEach(scene);
        }
        for (const worker of [...near.workers, ...far.workers])
          await vi.waitFor(async () => expect(await shareOf(worker)).toBeGreaterThan(0), patience);
        await vi.waitFor(async () => expect(await listHeld(scene)).toEqual(everyoneHolds), patience);
      } finally {
        stop.abort();
      }
      const queued = await busy;
      const verdict = () => judge(sim, { ...cast, intended });
      await vi.waitFor(async () => {
        expect([verdict().missing, post.waiting(), await ledger.unfinished()]).toEqual([[], 0, []]);
      }, patience);
      await vi.waitFor(async () => expect(await listUnknown(scene)).toEqual([]), patience);
      await allReady(members);
      print(`Several processes (${soak}), CHAOS_SEED=${dice.seed}`, {
        messages: `${queued}, and ${cast.intended.size} about streams`,
        'new servers': `${plot.servers.length}`,
      });
      const refused = sim.discord.stats.selfInflicted429;
      expect({ ...verdict(), refused, crashes: [...near.crashes, ...far.crashes] }).toEqual({
        ...clean,
        present: intended.size,
        refused: 0,
        crashes: [],
      });
    },
    ROUNDS * 600_000,
  );
});

describe.skipIf(!server)('a Postgres with default settings and 100 connections', () => {
  it('a process with too few connections reports which setting to change', async () => {
    const first = await connect();
    const { rows } = await first.query('select count(*)::int as used from pg_stat_activity where backend_type = $1', [
      'client backend',
    ]);
    for (let used = rows[0].used; used < 94; used += 1) await connect();
    const api = await startServer({ role: 'api', env: { DATABASE_URL } });
    expect(await api.gone).toBe(1);
    expect(api.output().trim()).toBe(
      'DATABASE_URL: Postgres allows 97 connections and 94 are in use, but this process needs 6. Raise max_connections, or set DATABASE_CONNECTIONS to a lower number (at least 4).',
    );
  });

  it('the doctor counts the connections of planned processes', async () => {
    const env = { DATABASE_URL, NODE_ENV: 'test', ...sharedKeys };
    expect((await examine(env, ['api=2', 'bot=2', 'worker=3'])).problems).toEqual([]);
    expect((await examine(env, ['api=4', 'bot=4', 'worker=6'])).problems).toEqual([
      expect.stringMatching(
        /Postgres allows 97 connections, but api=4 bot=4 worker=6 need 100\. Raise max_connections/,
      ),
    ]);
    expect((await examine(env, ['web=1'])).problems).toEqual([
      expect.stringMatching(/^web=1: not a number of processes/),
    ]);
  });
});

interface Scene {
  readonly ctx: Ctx;
  readonly sim: Sim;
  readonly dice: Dice;
  readonly post: PostOffice;
  readonly cable: Cable;
  readonly near: Crew;
  readonly far: Crew;
  readonly members: readonly Member[];
  readonly ledger: Ledger;
  readonly intended: Set<string>;
  readonly plot: { creators: Iterator<Creator>; readonly servers: string[] };
}

const allReady = (members: readonly Member[]): Promise<unknown> =>
  Promise.all(
    members.map((each) =>
      vi.waitFor(async () => expect((await fetch(`${each.url}/ready`)).status).toBe(200), patience),
    ),
  );

/** Keeps messages waiting, each for a separate channel. Every fourth one uses a webhook. Returns their number. */
async function keepBusy({ ctx, sim, intended }: Scene, signal: AbortSignal): Promise<number> {
  let queued = 0;
  const queue = async (): Promise<void> => {
    const now = ctx.clock.now();
    const intentions = Array.from({ length: WAITING }, () => {
      const name = `kw${FIRST_NAME + queued}x`;
      const isWebhook = queued % 4 === 0;
      queued += 1;
      const { id } = act(sim, 'discord', 'add-channel', { guild_id: home, name: `room-${name}` }) as { id: string };
      if (isWebhook) act(sim, 'discord', 'say', { channel_id: id, user_id: demoUser, content: 'hello' });
      intended.add(intention(id, name));
      return {
        owner: 'chaos',
        serverId: home,
        subject: 'ada',
        kind: 'live',
        detectedAt: now,
        dedupeKey: name,
        channelId: ChannelId.parse(id),
        payload: { content: name, allowed_mentions: noMentions },
        giveUpAt: new Date(now.getTime() + 3_600_000),
        ...(isWebhook && { lane: 'webhook' as const, identity: { username: 'Herald', avatarUrl: null } }),
      };
    });
    await ctx.db.transaction((tx) => intend(ctx, tx, intentions));
  };
  while (!signal.aborted) {
    if ((await countWaiting(ctx)) < WAITING) await queue();
    await pause(50);
  }
  return queued;
}

const countWaiting = async ({ db }: Ctx): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from deliveries where state = 'queued' and lease_until is null`);
  return rows[0]?.count ?? 0;
};

/** Starts the next stream and invites the bot to a new server, so APIs, queue and bots have work too. */
function beginSomething({ sim, plot }: Scene): void {
  const creator = plot.creators.next().value;
  if (creator) act(sim, creator.platform, 'go-live', { who: creator.name, title: `${creator.name} is on air` });
  const name = `Invited ${plot.servers.length}`;
  const { id } = act(sim, 'discord', 'add-guild', { name, owner_id: demoUser }) as { id: string };
  act(sim, 'discord', 'invite-bot', { guild_id: id });
  plot.servers.push(id);
}

/**
 * Freezes a worker, silently cuts the other machine from its database, and kills one process of each role. All return
 * after others have taken over their work.
 */
async function causeTrouble(scene: Scene): Promise<void> {
  const { near, cable, ledger, members } = scene;
  const [frozen] = near.workers;
  const others = near.members.filter((each) => each !== frozen);
  frozen?.freeze();
  cable.cut();
  beginSomething(scene);
  const left = new Set(await ledger.held());
  const before = countSent(scene);
  await vi.waitFor(() => expect(countSent(scene)).toBeGreaterThan(before + LIMIT), patience);
  for (const each of others) {
    for (const work of await ledger.held()) left.add(work);
    await each.kill();
  }
  await vi.waitFor(async () => expect((await ledger.held()).filter((work) => left.has(work))).toEqual([]), patience);
  frozen?.thaw();
  cable.repair();
  await Promise.all(members.map((each) => each.untilUp()));
  await allReady(members);
}

/** Restarts each process. The small run leaves out those that were killed. */
async function restartEach(scene: Scene): Promise<void> {
  const { near, far, members } = scene;
  beginSomething(scene);
  for (const each of sized({ small: [...near.workers.slice(0, 1), ...far.members], nightly: members, full: members })) {
    expect(await each.kill('SIGTERM')).toBe(0);
    await each.untilUp();
    await allReady([each]);
  }
}

const countSent = ({ sim }: Scene): number => sim.discord.stats.messages;

async function shareOf({ url }: Member): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^discord_calls_share\{lane="bot"\} (.*)$/m.exec(metrics)?.[1]);
}

/** Lists the holders of the shards and of each sweep's lead. */
async function listHeld({ ctx, sim }: Scene) {
  const clusters = await ctx.db.execute<{ count: number }>(sql`
    select count(*)::int as count from gateway_clusters where until > now() and is_ready group by holder`);
  const leads = await ctx.db.execute(sql`select 1 from leads where work = 'sweep/kick' and until > now()`);
  const { sessions } = sim.discord.summary() as {
    sessions: readonly { readonly shard: readonly number[]; readonly connected: boolean }[];
  };
  return {
    clusters: clusters.rows.map(({ count }) => count),
    shards: sessions
      .flatMap(({ shard, connected }) => (connected ? shard.slice(0, 1) : []))
      .toSorted((one, other) => one - other),
    leads: leads.rows.length,
  };
}

const everyoneHolds = { clusters: [2, 2], shards: [0, 1, 2, 3], leads: 1 };

async function listUnknown({ ctx, plot }: Scene): Promise<readonly string[]> {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`select id from servers`);
  const known = new Set(rows.map(({ id }) => id));
  return plot.servers.filter((id) => !known.has(id));
}
