import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { sql } from '@tally/infra/sql';
import { type Ctx, days, defineFeature, systemTimers } from '@tally/kernel';
import { deliveryJobs } from '@tally/pipeline/delivery';
import { type TestCtx, testCtx } from '@tally/tests/context';
import { startPostgres, testDb } from '@tally/tests/database';

/**
 * Measures the cost of keeping old messages, and how much deleting them slows other work: it compares a small write
 * during the nightly job with the same write without it. `--messages 1000000`
 */
const { values } = parseArgs({ options: { messages: { type: 'string', default: '1000000' } } });
const MESSAGES = Number(values.messages);
const MESSAGES_OF_A_SERVER = 50;
const WRITES = 400;
const PAUSE_MS = 5;

const [, forgetOld] = deliveryJobs;

async function main(): Promise<void> {
  const server = await startPostgres();
  if ('reason' in server) throw new Error(server.reason);
  process.env.TEST_DATABASE_URL = server.url;
  const house = await openHouse();
  try {
    const before = await sizeOf(house.ctx);
    await fill(house.ctx);
    const full = await sizeOf(house.ctx);
    say(
      'kept',
      `${MESSAGES} messages take ${mebibytes(full - before)}, ${Math.round((full - before) / MESSAGES)} bytes each`,
    );
    say('a write alone', figuresOf(await write(house.ctx, (written) => written >= WRITES)));
    let isDone = false;
    const started = performance.now();
    const forgetting = forgetOld
      .run(house.ctx, {}, { jobId: randomUUID(), attempt: 1, signal: new AbortController().signal })
      .finally(() => (isDone = true));
    say('a write beside it', figuresOf(await write(house.ctx, () => isDone)));
    await forgetting;
    const seconds = (performance.now() - started) / 1_000;
    const left = await count(house.ctx);
    say(
      'forgotten',
      `${MESSAGES - left} in ${seconds.toFixed(1)} s, ${Math.round((MESSAGES - left) / seconds)} a second`,
    );
    await house.database.session((session) => session.script('vacuum deliveries'));
    say('after a vacuum', mebibytes((await sizeOf(house.ctx)) - before));
  } finally {
    await house.close();
    await house.database.close();
    await server.stop();
  }
}

async function openHouse(): Promise<TestCtx> {
  const database = await testDb({ engine: 'postgres', statementTimeoutMs: 600_000, poolSize: 6 });
  return await testCtx({ database, ctx: { features: [defineFeature({ name: 'notifications' })] }, now: new Date() });
}

/** Adds half a year of messages, each about as large as a stream's message with an embed. */
async function fill({ db, clock }: Ctx): Promise<void> {
  const oldest = new Date(clock.now().getTime() - days(560)).toISOString();
  const payload = JSON.stringify({
    content: 'x'.repeat(120),
    embeds: [{ title: 'x'.repeat(80), fields: 'x'.repeat(300) }],
  });
  await db.execute(sql`
    insert into deliveries (id, dedupe_key, owner, server_id, subject, kind, channel_id, state, give_up_at, detected_at,
                            matched_at, queued_at, sent_at, settled_at, message_id, payload, sent)
    select gen_random_uuid(), 'bench ' || n, 'notifications', (n / ${MESSAGES_OF_A_SERVER}::int)::text,
           (n / 10)::text, 'live', 'c' || n % 20000, 'posted', at, at, at, at, at, at, (900000000000 + n)::text,
           ${payload}::jsonb, ${payload}::jsonb
      from generate_series(1, ${MESSAGES}::int) n,
           lateral (select ${oldest}::timestamptz + n % 180 * interval '1 day' as at) as time`);
  await db.execute(sql`analyze deliveries`);
}

/** Writes small rows to the same table, one after the other. */
async function write({ db }: Ctx, isEnough: (written: number) => boolean): Promise<number[]> {
  const took: number[] = [];
  while (!isEnough(took.length)) {
    const started = performance.now();
    await db.execute(sql`
      insert into deliveries (id, dedupe_key, owner, server_id, subject, kind, channel_id, state, give_up_at, detected_at, matched_at, queued_at)
      values (${randomUUID()}, ${randomUUID()}, 'bench', 'bench', 'bench', 'live', 'bench', 'posted', now(), now(), now(), now())`);
    took.push(performance.now() - started);
    await systemTimers.pause(PAUSE_MS);
  }
  return took;
}

async function sizeOf({ db }: Ctx): Promise<number> {
  const { rows } = await db.execute<{ size: string }>(sql`select pg_total_relation_size('deliveries') as size`);
  return Number(rows[0]?.size);
}

async function count({ db }: Ctx): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from deliveries where owner = 'notifications'`,
  );
  return rows[0]?.n ?? 0;
}

const mebibytes = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`;

function figuresOf(took: readonly number[]): string {
  const sorted = took.toSorted((one, other) => one - other);
  const at = (part: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms (${sorted.length} writes)`;
}

const say = (what: string, figure: string): void => console.log(`${what.padEnd(22)}${figure}`);

await main();
