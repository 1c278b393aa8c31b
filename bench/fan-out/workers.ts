import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ChannelId, ServerId } from '@tally/contract';
import { migrate, openDb } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';
import { type Ctx, silentLog, systemClock, systemRandom, systemTimers } from '@tally/kernel';
import { noMentions } from '@tally/message/discord';
import { intend } from '@tally/pipeline/delivery';
import { createWake } from '@tally/pipeline/wake';
import { startPostgres } from '@tally/tests/database';
import { startServer } from '@tally/tests/server-process';
import { addServers, startSimProcess } from './sim.ts';

/**
 * One queue of messages for several worker processes that share Discord's 50 calls a second.
 *   --webhooks  all messages through webhooks, with 50 calls a second per address
 *   --s2c       ten messages of another creator, a tenth of the way into the queue
 */
const { values: wanted } = parseArgs({
  options: {
    workers: { type: 'string', default: '1,3,8' },
    messages: { type: 'string', default: '2000' },
    webhooks: { type: 'boolean', default: false },
    s2c: { type: 'boolean', default: false },
    /** Prints how many messages arrived in each second. */
    seconds: { type: 'boolean', default: false },
  },
});
const MESSAGES = Number(wanted.messages);
const LIMIT = 50;
const SMALL = wanted.s2c ? 10 : 0;
const SMALL_BAR = 2.2;
type Places = Awaited<ReturnType<typeof addServers>>;

const postgres = await startPostgres({ maxConnections: 200 });
if ('reason' in postgres) throw new Error(postgres.reason);
const { url } = postgres;
const database = await openDb({ databaseUrl: url, dataDir: null, log: silentLog });
await migrate(database);
const ctx = { db: database.db, clock: systemClock, wake: createWake(systemTimers, systemRandom) } as Ctx;
const sim = await startSimProcess();
try {
  await sim.control('discord/limits', { enabled: false });
  const places = await addServers(sim, MESSAGES);
  // Webhooks are created before the measurement, because a channel keeps the one from its first message.
  if (wanted.webhooks) await makeWebhooks(places);
  for (const count of wanted.workers.split(',').map(Number)) await run(count, places);
} finally {
  await sim.stop();
  await database.close();
  await postgres.stop();
}

async function startWorkers(count: number, limit: string): Promise<() => Promise<unknown>> {
  const limits = { CALLS_PER_SECOND: limit, WEBHOOKS_PER_SECOND: limit };
  const env = { DATABASE_URL: url, SIM_PORT: `${sim.port}`, ...limits };
  const workers = await Promise.all(Array.from({ length: count }, () => startServer({ role: 'worker', env })));
  // A killed process would hold its share for seconds and delay the next run.
  return () => Promise.all(workers.map((worker) => worker.kill('SIGTERM')));
}

async function queue(subject: string, places: Places): Promise<void> {
  const detectedAt = ctx.clock.now();
  const intentions = places.map((place, index) => ({
    owner: 'bench',
    subject,
    kind: subject,
    detectedAt,
    serverId: ServerId.parse(place.serverId),
    channelId: ChannelId.parse(place.channelId),
    dedupeKey: `${subject} ${index}`,
    payload: { content: 'live', allowed_mentions: noMentions },
    giveUpAt: new Date(detectedAt.getTime() + 3_600_000),
    ...(wanted.webhooks && { lane: 'webhook' as const, identity: { username: 'Herald', avatarUrl: null } }),
  }));
  await ctx.db.transaction((tx) => intend(ctx, tx, intentions));
}

async function untilSent(look: () => Promise<void> = async () => {}): Promise<void> {
  const isOpen = sql`select 1 from deliveries where state = 'queued' limit 1`;
  while ((await ctx.db.execute(isOpen)).rows.length > 0) {
    await pause(50);
    await look();
  }
}

async function makeWebhooks(places: Places): Promise<void> {
  const stop = await startWorkers(1, 'none');
  await queue('webhooks', places);
  await untilSent();
  await stop();
}

async function run(count: number, places: Places): Promise<void> {
  await sim.control('discord/limits', { enabled: true, global: LIMIT, address: LIMIT });
  const stop = await startWorkers(count, `${LIMIT}`);
  const before = (await sim.discord()).stats;
  const since = performance.now();
  await queue(`large, ${count}`, places.slice(SMALL));
  if (SMALL > 0) {
    await pause((MESSAGES / LIMIT / 10) * 1_000);
    await queue(`small, ${count}`, places.slice(0, SMALL));
  }
  const arrived: number[] = [];
  await untilSent(async () => {
    if (wanted.seconds && (performance.now() - since) / 1000 >= arrived.length + 1)
      arrived.push((await sim.discord()).stats.messages - before.messages);
  });
  const seconds = (performance.now() - since) / 1000;
  const { stats } = await sim.discord();
  const refused = stats.selfInflicted429 - before.selfInflicted429;
  const sent = stats.messages - before.messages;
  process.stdout.write(
    `${count} workers: ${sent} of ${MESSAGES} messages in ${seconds.toFixed(1)} s, ${(seconds / (MESSAGES / LIMIT)).toFixed(3)} × the limit, ${refused} × 429\n`,
  );
  const bySecond = arrived.map((sum, at) => sum - (arrived[at - 1] ?? 0));
  if (wanted.seconds) process.stdout.write(`  ${bySecond.join(' ')}\n`);
  const isSlow = SMALL > 0 && (await lastOfSmall(count)) > SMALL_BAR;
  if (refused > 0 || sent !== MESSAGES || isSlow) process.exitCode = 1;
  await stop();
}

async function lastOfSmall(count: number): Promise<number> {
  const { rows } = await ctx.db.execute<{ last: number }>(sql`
    select extract(epoch from max(sent_at - queued_at))::double precision as last from deliveries
     where subject = ${`small, ${count}`}`);
  const last = rows[0]?.last ?? Number.NaN;
  process.stdout.write(`  S2c ${SMALL} messages beside it, the last after ${last.toFixed(2)} s (bar ${SMALL_BAR} s)\n`);
  return last;
}
