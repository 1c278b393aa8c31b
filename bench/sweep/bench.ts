import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { sql } from '@tally/infra/sql';
import { type Ctx, defineFeature, minutes } from '@tally/kernel';
import { detectionJobs, sweep } from '@tally/pipeline/detection';
import { connectPlatforms } from '@tally/platforms/registry';
import { type TestCtx, testCtx } from '@tally/tests/context';
import { startPostgres, testDb } from '@tally/tests/database';

/**
 * S5: a sweep of 50,000 followed Twitch channels takes less than a minute of one core, and the cost per channel does
 * not grow with their number. The simulated Twitch is a separate process without limits, so the figures are ours. One
 * channel in a hundred is live. The first sweep, which discovers these, is printed; the next ones are judged by this
 * process's CPU time.
 */
const BARS = { channels: 50_000, seconds: 60, growth: 11 };
const SIZES = [10_000, 50_000, 100_000];
const LIVE_SHARE = 0.01;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);

async function main(): Promise<void> {
  const postgres = await startPostgres();
  if (!('url' in postgres)) throw new Error(postgres.reason);
  process.env.TEST_DATABASE_URL = postgres.url;
  const world = await startWorld();
  try {
    await goLive(world.port, Math.max(...SIZES) * LIVE_SHARE);
    const costs = new Map<number, Cost>();
    for (const size of SIZES) costs.set(size, await sweepOf(size, world.port));
    process.exitCode = judge(costs) ? 0 : 1;
  } finally {
    world.child.disconnect();
    await once(world.child, 'exit');
    await postgres.stop();
  }
}

interface Cost {
  readonly cpu: number;
  readonly wall: number;
}

function judge(costs: ReadonlyMap<number, Cost>): boolean {
  const of = (size: number): Cost => costs.get(size) ?? { cpu: Number.NaN, wall: Number.NaN };
  const { cpu, wall } = of(BARS.channels);
  const growth = of(100_000).cpu / of(10_000).cpu;
  const isFast = Math.max(cpu, wall) <= BARS.seconds;
  const isLinear = growth <= BARS.growth;
  console.log(
    `S5  ${BARS.channels} channels: ${cpu.toFixed(1)} s of a core, ${wall.toFixed(1)} s by the clock (bar ${BARS.seconds} s)  ${isFast ? 'ok' : 'FALLS SHORT'}`,
  );
  console.log(
    `S5  100,000 against 10,000: ${growth.toFixed(1)} times (bar ${BARS.growth})  ${isLinear ? 'ok' : 'FALLS SHORT'}`,
  );
  return isFast && isLinear;
}

async function sweepOf(size: number, port: number): Promise<Cost> {
  const house = await openHouse(port);
  try {
    await follow(house.ctx, size);
    const twitch = house.ctx.platforms.definitions.find(({ id }) => id === 'twitch');
    if (!twitch) throw new Error('There is no Twitch.');
    const pass = async () => {
      house.clock.move(minutes(10));
      return await measured(() => sweep(house.ctx, twitch));
    };
    const first = await pass();
    await expectState(house.ctx, size);
    const rounds: Cost[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await pass());
    const best = rounds.toSorted((one, other) => one.cpu - other.cpu)[0] ?? first;
    console.log(
      `    ${size} channels: ${best.cpu.toFixed(2)} s of a core, ${best.wall.toFixed(2)} s by the clock; the first sweep ${first.cpu.toFixed(2)} s and ${first.wall.toFixed(2)} s`,
    );
    return best;
  } finally {
    await house.database.close();
    await house.close();
  }
}

async function openHouse(port: number): Promise<TestCtx> {
  const database = await testDb({ engine: 'postgres', statementTimeoutMs: 120_000, poolSize: 8 });
  const listener = defineFeature({ name: 'notifications', platform: async () => {} });
  return await testCtx({
    database,
    env: { SIM_PORT: `${port}` },
    ctx: (base) => ({ features: [listener], platforms: connectPlatforms(base) }),
    jobs: [...detectionJobs],
    now: new Date(),
  });
}

async function follow(ctx: Ctx, size: number): Promise<void> {
  const now = ctx.clock.now().toISOString();
  await ctx.db.execute(sql`
    insert into channels (platform, channel_id, name, display_name, url, refreshed_at, next_ask_at, followed_at)
    select 'twitch', (900000000 + n)::text, 'bench_' || n, 'Bench ' || n, 'https://www.twitch.tv/bench_' || n,
           ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
      from generate_series(1, ${size}::int) n`);
  await ctx.db.execute(sql`analyze channels`);
}

/** Fails unless the sweep found the streams, because finding none would be too fast. */
async function expectState(ctx: Ctx, size: number): Promise<void> {
  const { rows } = await ctx.db.execute<{ asked: number; live: number }>(sql`
    select (select count(*) from channels where asked_at is not null and trouble_since is null)::int asked,
           (select count(*) from stream_sessions)::int live`);
  const wanted = Math.min(size, Math.max(...SIZES) * LIVE_SHARE);
  if (rows[0]?.asked !== size || rows[0].live !== wanted) {
    throw new Error(`After the first sweep of ${size}, ${wanted} live: ${JSON.stringify(rows[0])}`);
  }
}

async function measured(run: () => Promise<void>): Promise<Cost> {
  const [before, started] = [process.cpuUsage(), performance.now()];
  await run();
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1_000_000, wall: (performance.now() - started) / 1_000 };
}

async function startWorld(): Promise<{ port: number; child: ChildProcess }> {
  const child = fork('bench/sweep/unlimited-sim.ts', { env: { ...process.env, SIM_PORT: '0' } });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { port, child };
}

async function goLive(port: number, count: number): Promise<void> {
  const control = async (action: string, body: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}/control/twitch/${action}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${action}: ${await answer.text()}`);
  };
  for (let n = 1; n <= count; n += 1) {
    await control('add-creator', { name: `bench_${n}`, userId: `${900_000_000 + n}` });
    await control('go-live', { who: `bench_${n}`, viewers: n });
  }
}

await main();
