import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  type Database,
  DatabaseDownError,
  FolderLockedError,
  isDatabaseDown,
  lockFolder,
  openDb,
} from '@tally/infra/db';
import { sql } from '@tally/infra/sql';
import { silentLog } from '@tally/kernel';
import { migratedDump } from '@tally/tests/database';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sized } from './world/sizes.ts';

const rounds = sized({ small: 1, nightly: 4, full: 20 });
let folder: string;
const children: ChildProcess[] = [];
const open: Database[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tally-embedded-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(open.splice(0).map((database) => database.close()));
  await rm(folder, { recursive: true, force: true });
});

async function openHere(over: Partial<Parameters<typeof openDb>[0]> = {}): Promise<Database> {
  const database = await openDb({ dataDir: folder, log: silentLog, ...over, ...(await beginning(over)) });
  open.push(database);
  return database;
}

/** Starts a new folder with the tests' dump, because a setup from scratch takes seconds. */
async function beginning({ dataDir = folder, restoreFrom }: Partial<Parameters<typeof openDb>[0]>) {
  if (restoreFrom || existsSync(join(dataDir ?? folder, 'database'))) return {};
  return { restoreFrom: await migratedDump() };
}

/** Starts another process on the same folder, whose output arrives line by line. */
function startWriter(mode: 'write' | 'hold') {
  const program = fileURLToPath(new URL('../helpers/writer-process.ts', import.meta.url));
  const child = spawn(process.execPath, [program, folder, mode], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const gone = new Promise((resolve) => child.once('close', resolve));
  return {
    lines,
    until: (check: () => void) => vi.waitFor(check, { timeout: 300_000, interval: 5 }),
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
const countOf = async ({ db }: Database, query = sql`select count(*)::int as count from written`) =>
  (await db.execute<{ count: number }>(query)).rows[0]?.count ?? 0;

test('kill -9 while writing loses no acknowledged row', async () => {
  let acknowledged = 0;
  for (let round = 0; round < rounds; round += 1) {
    const writer = startWriter('write');
    const aim = 40 + round * 137;
    await writer.until(() => expect(writer.lines.length).toBeGreaterThan(aim));
    await writer.kill();
    acknowledged = Number(writer.lines.at(-1));
    const database = await openDb({ dataDir: folder, log: silentLog });
    const count = await countOf(database);
    // The last write may be stored although it was not acknowledged.
    expect([acknowledged, acknowledged + 1]).toContain(count);
    expect(await countOf(database, sql`select count(*)::int as count from written where number > 0`)).toBe(count);
    await database.close();
  }
});

describe('the folder has one process', () => {
  test('a second opener is refused with a sentence, and let in once the first is killed', async () => {
    const holder = startWriter('hold');
    await holder.until(() => expect(holder.lines).toContain('open'));
    const refusal = await openHere().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(FolderLockedError);
    expect(String(refusal)).toContain(folder);
    expect(String(refusal)).toMatch(/pid \d+\).*DATA_DIR.*DATABASE_URL/);
    await holder.kill();
    expect(await countOf(await openHere())).toBe(0);
  });

  test('within one process as well; closing gives it back', async () => {
    const release = await lockFolder(folder);
    await expect(lockFolder(folder)).rejects.toThrow(FolderLockedError);
    await expect(lockFolder(join(folder, '.', 'x', '..'))).rejects.toThrow(FolderLockedError);
    await release();
    await (await lockFolder(folder))();
  });

  test('a folder deep down, too deep for a socket, is locked all the same', async () => {
    const deep = join(folder, 'd'.repeat(80), 'e'.repeat(80));
    const release = await lockFolder(deep);
    await expect(lockFolder(deep)).rejects.toThrow(FolderLockedError);
    await release();
  });
});

describe('a thread that crashes', () => {
  let place: string;
  let database: Database;
  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'tally-embedded-'));
    database = await openDb({ dataDir: place, log: silentLog, restoreFrom: await migratedDump() });
  });
  afterAll(async () => {
    await database.close();
    await rm(place, { recursive: true, force: true });
  });

  test('every pending call rejects, readiness turns red, and it recovers with the data', async () => {
    await database.db.execute(sql`create table written (number integer)`);
    await database.db.execute(sql`insert into written values (1)`);
    const pending = [
      ...Array.from({ length: 5 }, () => database.db.execute(sql`select pg_sleep(5)`)),
      database.db.transaction(async (tx) => {
        await tx.execute(sql`insert into written values (2)`);
        await tx.execute(sql`select pg_sleep(5)`);
      }),
    ].map((call) =>
      call.then(
        () => null,
        (error: unknown) => error,
      ),
    );
    await database.embedded?.crash();
    for (const error of await Promise.all(pending)) expect(isDatabaseDown(error)).toBe(true);
    expect(database.isReady()).toBe(false);
    await expect(database.ping()).rejects.toThrow(DatabaseDownError);
    await vi.waitFor(() => expect(database.isReady()).toBe(true), { timeout: 300_000 });
    await database.ping();
    expect(await countOf(database)).toBe(1);
  });

  test('while it starts for the first time is followed by another one, and the log reports it', async () => {
    const dump = join(folder, 'not-there-yet.tar');
    const complete = await migratedDump();
    const told: string[] = [];
    const log = { ...silentLog, error: (_about: unknown, text: string) => told.push(text) && cpSync(complete, dump) };
    const database = await openHere({ dataDir: null, restoreFrom: dump, log });
    await database.ping();
    expect(told).toEqual(['The embedded database did not start; trying again.']);
    await expect(openHere({ dataDir: null, restoreFrom: join(folder, 'never-there.tar') })).rejects.toThrow(
      DatabaseDownError,
    );
  });

  test('a transaction of the old thread cannot continue in the new one', async () => {
    await database.db.execute(sql`create table unfinished (number integer)`);
    const outcome = database.db
      .transaction(async (tx) => {
        await tx.execute(sql`insert into unfinished values (1)`);
        await database.embedded?.crash();
        await vi.waitUntil(() => database.isReady(), { timeout: 300_000 });
        await tx.execute(sql`insert into unfinished values (2)`);
      })
      .catch((error: unknown) => error);
    expect(isDatabaseDown(await outcome)).toBe(true);
    expect(await countOf(database, sql`select count(*)::int as count from unfinished`)).toBe(0);
  });

  test('listeners learn that they may have missed something, and receive news again', async () => {
    const heard: string[] = [];
    await database.listen(
      'news',
      (payload) => heard.push(payload),
      () => heard.push('gap'),
    );
    await database.embedded?.crash();
    await vi.waitFor(() => expect(heard).toEqual(['gap']), { timeout: 300_000 });
    await database.notify('news', 'again');
    await vi.waitFor(() => expect(heard).toEqual(['gap', 'again']), 300_000);
  });

  test('a statement that never ends is cut off', async () => {
    const database = await openHere({ statementTimeoutMs: 300 });
    const error = await database.db.execute(sql`select pg_sleep(30)`).catch((reason: unknown) => reason);
    expect(isDatabaseDown(error)).toBe(true);
    await vi.waitFor(() => database.ping(), { timeout: 300_000 });
  });
});

describe('keeping house', () => {
  test('VACUUM keeps a table that is updated over and over small', async () => {
    const { db } = await openHere({ vacuumEveryMs: 10 });
    // VACUUM reads every table, so this test drops all others.
    await db.execute(sql`drop schema public cascade`);
    await db.execute(sql`create schema public`);
    await db.execute(
      sql`create table written as select number, repeat('x', 500) as word from generate_series(1, 2000) number`,
    );
    const look = async () => {
      const { rows } = await db.execute<{ size: number; vacuums: number }>(
        sql`select pg_total_relation_size(relid)::int as size, vacuum_count::int as vacuums from pg_stat_user_tables where relname = 'written'`,
      );
      return rows[0] ?? { size: 0, vacuums: 0 };
    };
    const first = await look();
    for (let round = 1; round <= 5; round += 1) {
      await db.execute(sql`update written set word = repeat('y', 500)`);
      const { vacuums } = await look();
      // The second housekeeping from now has started after the update.
      await vi.waitFor(async () => expect((await look()).vacuums).toBeGreaterThan(vacuums + 1), { timeout: 300_000 });
    }
    expect((await look()).size).toBeLessThan(first.size * 2.5);
  });

  test('a dump taken during writes is complete, and an empty folder starts from it', async () => {
    const database = await openHere();
    await database.db.execute(sql`create table written (number integer primary key)`);
    let last = 0;
    const stop = new AbortController();
    const writing = (async () => {
      while (!stop.signal.aborted) {
        await database.db.execute(sql`insert into written values (${last + 1})`);
        last += 1;
      }
    })();
    await vi.waitFor(() => expect(last).toBeGreaterThan(20), 300_000);
    const before = last;
    const dump = join(folder, 'backup', 'one.tar');
    await database.backup(dump);
    stop.abort();
    await writing;
    expect(existsSync(dump)).toBe(true);
    await expect(database.db.transaction(() => database.backup(dump))).rejects.toThrow(/outer/);
    const restored = await openHere({ dataDir: join(folder, 'restored'), restoreFrom: dump });
    expect(await countOf(restored)).toBeGreaterThanOrEqual(before);
  });
});
