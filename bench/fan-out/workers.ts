import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ChannelId, ServerId } from '@tally/contract';
import { migrate, openDb } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';
import { type Ctx, silentLog, systemClock, systemTimers } from '@tally/kernel';
import { noMentions } from '@tally/message/discord';
import { intend } from '@tally/pipeline/delivery';
import { createWake } from '@tally/pipeline/wake';
import { startPostgres } from '@tally/tests/database';
import { startServer } from '@tally/tests/server-process';
import { addServers, startSimProcess } from './sim.ts';

/** One line of messages for several worker processes that share Discord's 50 calls a second. */
const { values: wanted } = parseArgs({
  options: {
    workers: { type: 'string', default: '1,3,8' },
    messages: { type: 'string', default: '2000' },
    /** Prints how many messages arrived in each second. */
    seconds: { type: 'boolean', default: false },
  },
});
const MESSAGES = Number(wanted.messages);
const LIMIT = 50;

const postgres = await startPostgres({ maxConnections: 200 });
if ('reason' in postgres) throw new Error(postgres.reason);
const { url } = postgres;
const database = await openDb({ databaseUrl: url, dataDir: null, log: silentLog });
await migrate(database);
const ctx = { db: database.db, clock: systemClock, wake: createWake(systemTimers) } as Ctx;
const sim = await startSimProcess();
try {
  await sim.control('discord/limits', { enabled: false });
  const places = await addServers(sim, MESSAGES);
  for (const count of wanted.workers.split(',').map(Number)) await run(count, places);
} finally {
  await sim.stop();
  await database.close();
  await postgres.stop();
}

async function run(count: number, places: Awaited<ReturnType<typeof addServers>>): Promise<void> {
  await sim.control('discord/limits', { enabled: true, global: LIMIT, address: LIMIT });
  const env = { DATABASE_URL: url, SIM_PORT: `${sim.port}` };
  const workers = await Promise.all(Array.from({ length: count }, () => startServer({ role: 'worker', env })));
  const before = (await sim.discord()).stats;
  const since = performance.now();
  const detectedAt = ctx.clock.now();
  const about = { owner: 'bench', subject: 'ada', kind: 'live', detectedAt };
  const intentions = places.map((place, index) => ({
    ...about,
    serverId: ServerId.parse(place.serverId),
    channelId: ChannelId.parse(place.channelId),
    dedupeKey: `${count} workers ${index}`,
    payload: { content: 'live', allowed_mentions: noMentions },
    giveUpAt: new Date(detectedAt.getTime() + 3_600_000),
  }));
  await ctx.db.transaction((tx) => intend(ctx, tx, intentions));
  const isOpen = sql`select 1 from deliveries where state = 'queued' limit 1`;
  const arrived: number[] = [];
  while ((await ctx.db.execute(isOpen)).rows.length > 0) {
    await pause(50);
    if (wanted.seconds && (performance.now() - since) / 1000 >= arrived.length + 1)
      arrived.push((await sim.discord()).stats.messages - before.messages);
  }
  const seconds = (performance.now() - since) / 1000;
  const { stats } = await sim.discord();
  const refused = stats.selfInflicted429 - before.selfInflicted429;
  const sent = stats.messages - before.messages;
  process.stdout.write(
    `${count} workers: ${sent} of ${MESSAGES} messages in ${seconds.toFixed(1)} s, ${(seconds / (MESSAGES / LIMIT)).toFixed(3)} × the limit, ${refused} × 429\n`,
  );
  const bySecond = arrived.map((sum, at) => sum - (arrived[at - 1] ?? 0));
  if (wanted.seconds) process.stdout.write(`  ${bySecond.join(' ')}\n`);
  if (refused > 0 || sent !== MESSAGES) process.exitCode = 1;
  // A killed one would keep its share for seconds, and the next run would wait for it.
  await Promise.all(workers.map((worker) => worker.kill('SIGTERM')));
}
