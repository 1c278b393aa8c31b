import { type TestDatabase, testDb } from '@tally/tests/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bigint, integer, jsonb, moment, pgTable, sql, text, uuid } from '../sql/index.ts';
import { columnsOf, rowOf, sheetOf } from './index.ts';

const things = pgTable('things', {
  id: uuid('id').primaryKey(),
  howMany: integer('how_many').notNull(),
  large: bigint('large', { mode: 'number' }).notNull(),
  seenAt: moment('seen_at'),
  facts: jsonb('facts').notNull(),
  word: text('word'),
});

let database: TestDatabase;
beforeAll(async () => {
  database = await testDb();
});
afterAll(() => database.close());

test('a row selected in plain SQL equals the row of the builder', async () => {
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

test('rows that travel as one parameter arrive unchanged', async () => {
  const { db } = database;
  const built = await db.select().from(things).orderBy(things.howMany);
  const { names, shape, changes, write } = sheetOf(things, ['id', 'howMany', 'large', 'seenAt', 'facts', 'word']);
  await db.execute(sql`delete from things`);
  await db.execute(sql`
    insert into things (${names}) select ${names} from jsonb_to_recordset(${write(built)}::jsonb) as n (${shape})`);
  expect(await db.select().from(things).orderBy(things.howMany)).toEqual(built);

  const other = built.map((row) => ({ ...row, word: null, seenAt: new Date(0) }));
  await db.execute(sql`
    update things t set ${changes} from jsonb_to_recordset(${write(other)}::jsonb) as n (${shape}) where t.id = n.id`);
  expect(await db.select().from(things).orderBy(things.howMany)).toEqual(other);
});
