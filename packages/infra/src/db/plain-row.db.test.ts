import { type TestDatabase, testDb } from '@tally/tests/database';
import { sql } from 'drizzle-orm';
import { bigint, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { columnsOf, rowOf } from './index.ts';

const things = pgTable('things', {
  id: uuid('id').primaryKey(),
  howMany: integer('how_many').notNull(),
  large: bigint('large', { mode: 'number' }).notNull(),
  seenAt: timestamp('seen_at', { withTimezone: true, mode: 'date' }),
  facts: jsonb('facts').notNull(),
  word: text('word'),
});

let database: TestDatabase;
beforeAll(async () => {
  database = await testDb();
});
afterAll(() => database.close());

test('a row that was asked for in plain SQL is the row that the builder would have given', async () => {
  const { db } = database;
  await db.execute(sql`create table things (id uuid primary key, how_many integer not null, large bigint not null,
    seen_at timestamptz, facts jsonb not null, word text)`);
  await db.execute(sql`insert into things values
    (gen_random_uuid(), 7, 9007199254740991, '2026-03-29 02:30:00.123+05:30', '{"a": [1, null, "x"]}', null),
    (gen_random_uuid(), -1, 0, null, '"text"', 'ünï "quoted"')`);
  const built = await db.select().from(things).orderBy(things.howMany);
  const { rows } = await db.execute(sql`select ${columnsOf(things, 't')} from things t order by t.how_many`);
  expect(rows.map((row) => rowOf(things, row))).toEqual(built);
});
