import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkBackup, restoreBackup } from '@tally/infra/backup';
import { createDiskFiles } from '@tally/infra/files';
import { sql } from '@tally/infra/sql';
import { type Ctx, systemTimers } from '@tally/kernel';
import { testCtx } from '@tally/tests/context';
import { createTestDatabase, startPostgres, testDb } from '@tally/tests/database';

/**
 * Measures a backup, a restore, and a small write during the backup. The limits for 10,000 servers are 60 s, 120 s, and
 * a p99 of the write that is at most 5 % above the p99 without a backup. `--servers 10000`
 */
const { values } = parseArgs({ options: { servers: { type: 'string', default: '10000' } } });
const SERVERS = Number(values.servers);
const MESSAGES_OF_A_SERVER = 50;
const STREAMERS_OF_A_SERVER = 5;
const PAUSE_MS = 5;
const ALONE = 2_000;
const password = 'a long password';

async function main(): Promise<void> {
  const server = await startPostgres();
  if ('reason' in server) throw new Error(server.reason);
  process.env.TEST_DATABASE_URL = server.url;
  const folder = await mkdtemp(join(tmpdir(), 'tally-bench-'));
  const database = await testDb({ engine: 'postgres', statementTimeoutMs: 600_000, poolSize: 6 });
  const house = await testCtx({ database, env: { ENCRYPTION_KEYS: `t:${Buffer.alloc(32, 7).toString('base64')}` } });
  try {
    await fill(house.ctx);
    say('a write alone', figuresOf(await write(house.ctx, (count) => count >= ALONE)));
    const options = { to: folder, keep: null, withFiles: true, password, isProved: false };
    let isDone = false;
    const beside = write(house.ctx, () => isDone);
    const made = await timed('backup', () => house.ctx.makeBackup(options)).finally(() => (isDone = true));
    say('a write beside it', figuresOf(await beside));
    say('size', `${Math.round(made.bytes / 2 ** 20)} MiB, ${made.rows} rows in ${made.tables} tables`);
    await timed('check', () => checkBackup(made.path, { password }));
    const into = await createTestDatabase(`restored_${randomBytes(4).toString('hex')}`, { isEmpty: true });
    const { secrets, clock } = house.ctx;
    const files = createDiskFiles({ folder: join(folder, 'files'), publicUrl: 'http://a', secrets, clock });
    const config = { DATA_DIR: folder, ENCRYPTION_KEYS: undefined };
    await timed('restore', () => restoreBackup({ config, files, clock }, { path: made.path, into, password }));
    house.clock.move(1_000);
    await timed('backup with --prove', () => house.ctx.makeBackup({ ...options, isProved: true }));
  } finally {
    await house.close();
    await database.close();
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

/** Half a year of messages, each about as large as a stream's message with an embed, and followed channels. */
async function fill({ db }: Ctx): Promise<void> {
  const payload = JSON.stringify({
    content: 'x'.repeat(120),
    embeds: [{ title: 'x'.repeat(80), fields: 'x'.repeat(300) }],
  });
  await db.execute(sql`
    insert into servers (id, name, member_count, joined_at) select n::text, 'Server ' || n, n, now() from generate_series(1, ${SERVERS}::int) n`);
  await db.execute(sql`
    insert into channels (platform, channel_id, name, display_name, url, refreshed_at)
    select 'kick', n::text, 'ada' || n, 'Ada', 'https://kick.com/ada' || n, now() from generate_series(1, ${SERVERS * STREAMERS_OF_A_SERVER}::int) n`);
  await db.execute(sql`
    insert into deliveries (id, dedupe_key, owner, server_id, subject, kind, channel_id, state, give_up_at, detected_at,
                            matched_at, queued_at, sent_at, settled_at, message_id, payload, sent)
    select gen_random_uuid(), 'bench ' || n, 'notifications', (n / ${MESSAGES_OF_A_SERVER}::int)::text, (n / 10)::text, 'live',
           'c' || n % 20000, 'posted', now(), now(), now(), now(), now(), now(), (900000000000 + n)::text, ${payload}::jsonb, ${payload}::jsonb
      from generate_series(1, ${SERVERS * MESSAGES_OF_A_SERVER}::int) n`);
  await db.execute(sql`analyze`);
}

async function write({ db }: Ctx, isEnough: (count: number) => boolean): Promise<number[]> {
  const took: number[] = [];
  while (!isEnough(took.length)) {
    const started = performance.now();
    await db.execute(
      sql`update servers set member_count = member_count + 1 where id = ${String(1 + (took.length % SERVERS))}`,
    );
    took.push(performance.now() - started);
    await systemTimers.pause(PAUSE_MS);
  }
  return took;
}

function figuresOf(took: readonly number[]): string {
  const sorted = took.toSorted((one, other) => one - other);
  const at = (part: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms (${sorted.length} writes)`;
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  say(what, `${((performance.now() - started) / 1_000).toFixed(1)} s`);
  return result;
}

const say = (what: string, figure: string): void => console.log(`${what.padEnd(22)}${figure}`);

await main();
