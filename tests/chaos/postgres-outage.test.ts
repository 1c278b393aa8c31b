import { isDatabaseDown, migrate, openDb } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';
import { type Ctx, defineJob, silentLog } from '@tally/kernel';
import { type PostgresServer, startPostgres } from '@tally/tests/database';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { testQueue } from '../helpers/queue.ts';

const started = await startPostgres();
const server = 'reason' in started ? null : started;
if ('reason' in started) process.stdout.write(`No Postgres for the outage tests: ${started.reason}\n`);

const there = (): PostgresServer => {
  if (!server) throw new Error('no Postgres here');
  return server;
};
const soon = { timeout: 300_000, interval: 50 };
afterAll(() => server?.stop());

describe.skipIf(!server)('a Postgres outage', () => {
  test('the server fails in the middle of everything: nothing crashes, and everything continues when it is back', async () => {
    const database = await openDb({ databaseUrl: there().url, dataDir: null, log: silentLog });
    await migrate(database);
    const ran: string[] = [];
    const job = defineJob({
      name: 'outage/note',
      data: z.string(),
      run: async (_ctx, word) => {
        ran.push(word);
      },
    });
    const queue = testQueue({ database });
    await queue.start({ jobs: [job], makeCtx: () => ({ log: silentLog }) as Ctx });
    const heard: string[] = [];
    await database.listen(
      'news',
      (payload) => heard.push(payload),
      () => heard.push('gap'),
    );
    await database.db.execute(sql`create table note (word text)`);
    await database.db.execute(sql`insert into note values ('before')`);

    // Opens three connections: one idle, one in a transaction, one in a statement.
    const inTransaction = Promise.withResolvers<void>();
    const wentAway = Promise.withResolvers<void>();
    const transaction = database.db
      .transaction(async (tx) => {
        await tx.execute(sql`insert into note values ('lost')`);
        inTransaction.resolve();
        await wentAway.promise;
        await tx.execute(sql`insert into note values ('lost too')`);
      })
      .catch((error: unknown) => error);
    const statement = database.db.execute(sql`select pg_sleep(20)`).catch((error: unknown) => error);
    await inTransaction.promise;
    await there().pause();
    wentAway.resolve();
    expect(isDatabaseDown(await statement)).toBe(true);
    expect(isDatabaseDown(await transaction)).toBe(true);
    expect(isDatabaseDown(await database.ping().catch((error: unknown) => error))).toBe(true);
    expect(isDatabaseDown(await queue.send(job, 'lost').catch((error: unknown) => error))).toBe(true);

    await there().resume();
    await vi.waitFor(() => database.ping(), soon);
    expect((await database.db.execute(sql`select word from note`)).rows).toEqual([{ word: 'before' }]);
    await database.db.transaction((tx) => queue.send(job, 'after', { tx }));
    await vi.waitFor(() => expect(ran).toEqual(['after']), soon);
    await vi.waitFor(() => expect(heard).toContain('gap'), soon);
    await database.notify('news', 'again');
    await vi.waitFor(() => expect(heard).toContain('again'), soon);
    await queue.stop(2_000);
    await database.close();
  });

  test('a listener that finds no database keeps trying, and learns that it may have missed something', async () => {
    await there().pause();
    const database = await openDb({ databaseUrl: there().url, dataDir: null, log: silentLog });
    const heard: string[] = [];
    await database.listen(
      'late',
      (payload) => heard.push(payload),
      () => heard.push('gap'),
    );
    await there().resume();
    await vi.waitFor(() => expect(heard).toEqual(['gap']), soon);
    await database.notify('late', 'news');
    await vi.waitFor(() => expect(heard).toEqual(['gap', 'news']), soon);
    await database.close();
  });

  test('the server cancels a statement that takes too long', async () => {
    const database = await openDb({ databaseUrl: there().url, dataDir: null, log: silentLog, statementTimeoutMs: 100 });
    await expect(database.db.execute(sql`select pg_sleep(10)`)).rejects.toMatchObject({ cause: { code: '57014' } });
    await database.ping();
    await database.close();
  });

  test('two processes that start together migrate once', async () => {
    const open = () => openDb({ databaseUrl: there().url, dataDir: null, log: silentLog });
    const admin = await open();
    await admin.session((session) => session.script('create database together'));
    const url = new URL(there().url);
    url.pathname = '/together';
    const both = await Promise.all([0, 1].map(() => openDb({ databaseUrl: url.href, dataDir: null, log: silentLog })));
    const counts = await Promise.all(both.map((database) => migrate(database)));
    expect(Math.min(...counts)).toBe(0);
    expect(Math.max(...counts)).toBeGreaterThan(0);
    await Promise.all([admin, ...both].map((database) => database.close()));
  });
});
