import { readFile } from 'node:fs/promises';
import { type TestDatabase, testDb } from '@tally/tests/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listSchema } from './index.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDb();
});
afterAll(() => database.close());

test('the committed listing is the result of the migrations, on either engine', async () => {
  const committed = await readFile(new URL('../../../../docs/schema.sql', import.meta.url), 'utf8');
  // If this fails, run `npm run schema:dump` and commit docs/schema.sql with your migration.
  expect(await database.session(listSchema)).toBe(committed);
});

test('lists columns, defaults, constraints, indexes and enums', async () => {
  await database.session((session) =>
    session.script(`create type colour as enum ('red', 'blue');
      create table aa_parent (id bigint generated always as identity primary key, colour colour not null default 'red');
      create table aa_child (
        parent_id bigint not null references aa_parent (id) on delete cascade,
        words text[] not null default '{}', at timestamptz default now(), "order" integer check ("order" > 0),
        unique (parent_id, "order"));
      create index aa_child_at on aa_child (at desc) where "order" is not null;`),
  );
  const listing = await database.session(listSchema);
  expect(listing).toContain("create type colour as enum ('red', 'blue');");
  expect(listing).toContain(`create table aa_child (
  parent_id bigint not null,
  words text[] default '{}'::text[] not null,
  at timestamp with time zone default now(),
  "order" integer,
  constraint aa_child_parent_id_order_key UNIQUE (parent_id, "order"),
  constraint aa_child_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES aa_parent(id) ON DELETE CASCADE,
  constraint aa_child_order_check CHECK (("order" > 0))
);
CREATE INDEX aa_child_at ON public.aa_child USING btree (at DESC) WHERE ("order" IS NOT NULL);`);
  expect(listing).toContain('id bigint generated always as identity not null');
});
