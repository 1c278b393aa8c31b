import { type TestDatabase, testDb } from '@tally/tests/database';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { integer, pgTable, sql, text } from '../sql/index.ts';
import {
  afterCommit,
  allOver,
  type Db,
  InsideTransactionError,
  inOneGo,
  isForeignKeyViolation,
  isInTransaction,
  isUniqueViolation,
  sqlStateOf,
} from './index.ts';

const fruit = pgTable('fruit', { name: text('name').primaryKey(), count: integer('count').notNull() });

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await testDb();
  db = database.db;
  await database.session((session) =>
    session.script(`create table fruit (name text primary key, count integer not null);
      create table pip (fruit text not null references fruit (name));`),
  );
});
beforeEach(() => database.reset());
afterAll(() => database.close());

const names = async (from: Db = db) => (await from.select().from(fruit).orderBy(fruit.name)).map((row) => row.name);

describe('one handle over both engines', () => {
  test('a transaction that fails in the middle of a session affects no other', async () => {
    const failing = database.session((session) => session.script('begin; select 1 / 0; commit;'));
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    await db.insert(fruit).values({ name: 'fig', count: 1 });
    expect(await names()).toEqual(['fig']);
  });

  test('raw results are the same: int8 and times as text', async () => {
    const { rows } = await db.execute(
      sql`select 9007199254740993::int8 as big, timestamptz '2026-01-02T03:04:05Z' as at`,
    );
    expect(rows[0]?.big).toBe('9007199254740993');
    expect(rows[0]?.at).toMatch(/^2026-01-02 03:04:05\+00/);
  });

  test('a statement reports how many rows it touched', async () => {
    expect(
      (
        await db.insert(fruit).values([
          { name: 'fig', count: 1 },
          { name: 'lime', count: 2 },
        ])
      ).rowCount,
    ).toBe(2);
    expect((await db.update(fruit).set({ count: 5 })).rowCount).toBe(2);
    expect((await db.delete(fruit)).rowCount).toBe(2);
  });

  test('SQLSTATE checks find a wrapped error', async () => {
    await db.insert(fruit).values({ name: 'fig', count: 1 });
    const twice = await db
      .insert(fruit)
      .values({ name: 'fig', count: 1 })
      .catch((error: unknown) => error);
    expect(isUniqueViolation(twice)).toBe(true);
    expect(isUniqueViolation(twice, 'fruit_pkey')).toBe(true);
    expect(isUniqueViolation(twice, 'another')).toBe(false);
    const orphan = await db.execute(sql`insert into pip values ('none')`).catch((error: unknown) => error);
    expect(isForeignKeyViolation(orphan)).toBe(true);
    expect(sqlStateOf(Object.assign(new Error('pipe'), { code: 'EPIPE' }))).toBeNull();
  });
});

describe('transactions', () => {
  test('commit together, roll back together, nest as savepoints', async () => {
    await db.transaction(async (tx) => {
      await tx.insert(fruit).values({ name: 'fig', count: 1 });
      await tx
        .transaction(async (inner) => {
          await inner.insert(fruit).values({ name: 'lime', count: 1 });
          throw new Error('only the inner one');
        })
        .catch(() => undefined);
    });
    expect(await names()).toEqual(['fig']);
    await expect(
      db.transaction(async (tx) => {
        await tx.insert(fruit).values({ name: 'plum', count: 1 });
        throw new Error('all of it');
      }),
    ).rejects.toThrow('all of it');
    expect(await names()).toEqual(['fig']);
  });

  test('the outer handle inside a transaction is refused, not a deadlock', async () => {
    let wasInside = false;
    const refused = await db
      .transaction(async (tx) => {
        await tx.insert(fruit).values({ name: 'fig', count: 1 });
        wasInside = isInTransaction();
        return await names(db);
      })
      .catch((error: unknown) => error);
    expect(wasInside).toBe(true);
    expect(refused).toMatchObject({ cause: expect.any(InsideTransactionError) });
    await expect(db.transaction(() => db.transaction(async () => 1))).rejects.toThrow(InsideTransactionError);
    expect(await names()).toEqual([]);
    expect(isInTransaction()).toBe(false);
  });

  test('statements of others at the same time are not part of it, and happen', async () => {
    const other: Promise<unknown>[] = [];
    const started = Promise.withResolvers<void>();
    const mine = db
      .transaction(async (tx) => {
        await tx.insert(fruit).values({ name: 'mine', count: 1 });
        started.resolve();
        await tx.execute(sql`select pg_sleep(0.05)`);
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await started.promise;
    for (const name of ['a', 'b']) other.push(db.insert(fruit).values({ name, count: 1 }));
    other.push(db.transaction((tx) => tx.insert(fruit).values({ name: 'c', count: 1 })));
    await Promise.all([mine, ...other]);
    expect(await names()).toEqual(['a', 'b', 'c']);
  });

  test('a handle can not be used after its transaction', async () => {
    let late: Db | undefined;
    await db.transaction(async (tx) => {
      late = tx;
    });
    await expect(late?.insert(fruit).values({ name: 'late', count: 1 })).rejects.toThrow(/./);
    expect(await names()).toEqual([]);
  });

  test('afterCommit runs after a commit, never after a rollback, at once outside', async () => {
    const told: string[] = [];
    await db.transaction(async () => {
      await afterCommit(() => void told.push('committed'));
      expect(told).toEqual([]);
    });
    await db
      .transaction(async () => {
        await afterCommit(() => void told.push('never'));
        throw new Error('no');
      })
      .catch(() => undefined);
    await afterCommit(() => void told.push('at once'));
    expect(told).toEqual(['committed', 'at once']);
  });

  test('rows can be claimed with skip locked', async () => {
    await db.insert(fruit).values([
      { name: 'a', count: 1 },
      { name: 'b', count: 1 },
    ]);
    const claimed = await db.transaction((tx) =>
      tx.select().from(fruit).orderBy(fruit.name).limit(1).for('update', { skipLocked: true }),
    );
    expect(claimed).toHaveLength(1);
  });
});

describe('statements in one go', () => {
  const plant = (name: string) => sql`insert into fruit values (${name}, 1)`;
  const counting = sql`select count(*)::int as count from fruit`;

  test('run in order, and each sees the result of the one before', async () => {
    const counts = await db.transaction(async (tx) => {
      const answers = await inOneGo(tx, [counting, plant('fig'), counting, plant('lime'), counting]);
      return answers.flatMap(({ rows }) => rows.map(({ count }) => count));
    });
    expect(counts).toEqual([0, 1, 2]);
    expect(await names()).toEqual(['fig', 'lime']);
  });

  test('fail with the first one, and nothing of the transaction is kept', async () => {
    const failed = db.transaction(async (tx) => {
      await tx.insert(fruit).values({ name: 'apple', count: 1 });
      await inOneGo(tx, [plant('fig'), plant('fig'), plant('lime'), counting]);
    });
    expect(isUniqueViolation(await failed.catch((error: unknown) => error), 'fruit_pkey')).toBe(true);
    expect(await names()).toEqual([]);
  });

  test('in several parts: none is still running after the first has failed', async () => {
    const slow = Promise.withResolvers<void>();
    let isOver = false;
    const work = async (): Promise<void> => {
      await slow.promise;
      isOver = true;
    };
    setImmediate(slow.resolve);
    await expect(allOver([Promise.reject(new Error('no')), work()])).rejects.toThrow('no');
    expect(isOver).toBe(true);
  });
});

test.runIf(process.env.TEST_DB === 'postgres')('connections that die at the first statement are replaced', async () => {
  const small = await testDb({ poolSize: 2 });
  const { pid } = (await small.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows[0] ?? {};
  // There are more rounds than connections, so the pool would run dry if a connection was not returned.
  for (let round = 0; round < 3; round += 1) {
    await small.db.execute(sql`select 1`);
    await db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = (select datname from pg_stat_activity where pid = ${pid}) and pid <> pg_backend_pid()`);
    const lost = small.db.transaction((tx) => tx.execute(sql`insert into fruit values ('fig', 1)`));
    await lost.catch(() => undefined);
  }
  await expect(small.db.transaction((tx) => tx.execute(sql`select 1`))).resolves.toBeDefined();
  await small.close();
});

test('notifications reach listeners, those of a transaction only when it commits', async () => {
  const heard: string[] = [];
  const stop = await database.listen('fruit_news', (payload) => heard.push(payload));
  await database.notify('fruit_news', 'one');
  await vi.waitFor(() => expect(heard).toEqual(['one']), 30_000);
  await db
    .transaction(async (tx) => {
      await tx.execute(sql`select pg_notify('fruit_news', 'never')`);
      throw new Error('no');
    })
    .catch(() => undefined);
  await db.transaction((tx) => tx.execute(sql`select pg_notify('fruit_news', 'two')`));
  await vi.waitFor(() => expect(heard).toEqual(['one', 'two']), 30_000);
  await stop();
});

test('hundreds of parallel statements and transactions all finish', async () => {
  await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      index % 4 === 0
        ? db.transaction((tx) => tx.insert(fruit).values({ name: `t${index}`, count: index }))
        : db.insert(fruit).values({ name: `s${index}`, count: index }),
    ),
  );
  expect(await names()).toHaveLength(200);
});
