import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestDatabase, testDb } from '@tally/tests/database';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { sql } from '../sql/index.ts';
import { findMigrations, MigrationError, migrate } from './index.ts';

const { version } = manifest;
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await testDb();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tally-migrations-'));
  await database.session((session) =>
    session.script('drop table if exists apple, banana, cherry, schema_migrations; delete from applied_migrations'),
  );
});
afterEach(() => rm(folder, { recursive: true }));
afterAll(() => database.close());

async function write(path: string, text: string): Promise<void> {
  const full = join(folder, path);
  await mkdir(dirname(full), { recursive: true });
  await writeFile(full, text);
}
const run = async () => await migrate(database, await findMigrations(folder));
const applied = async () =>
  (
    await database.db.execute<{ number: string }>(
      sql`select number from applied_migrations order by applied_at, number`,
    )
  ).rows.map((row) => row.number);

const setNewer = async ({ worksBackTo }: { worksBackTo: string | null }) =>
  await database.db.execute(
    sql`update applied_migrations set release = '9.1.0', works_back_to = ${worksBackTo} where number = '0011'`,
  );

describe('applying', () => {
  test('applies every file of every package once, in the order of their numbers', async () => {
    await write(
      'features/src/fruit/migrations/0020_banana.sql',
      'create table banana (apple integer references apple (id));',
    );
    await write(
      'infra/src/deep/er/migrations/0010_apple.sql',
      'create table apple (id integer primary key);\ninsert into apple values (1);',
    );
    expect(await run()).toBe(2);
    expect(await run()).toBe(0);
    expect(await applied()).toEqual(['0010', '0020']);
  });

  test('a number below the last one is applied too: ranges belong to homes', async () => {
    await write('a/src/migrations/0100_apple.sql', 'create table apple (id integer);');
    await run();
    await write('b/src/migrations/0050_banana.sql', 'create table banana (id integer);');
    expect(await run()).toBe(1);
    expect((await applied()).sort()).toEqual(['0050', '0100']);
  });

  test('leaves no trace of a failed file and keeps the earlier ones', async () => {
    await write('a/src/migrations/0010_apple.sql', 'create table apple (id integer);');
    await write(
      'a/src/migrations/0020_banana.sql',
      'create table banana (id integer); insert into nowhere values (1);',
    );
    await expect(run()).rejects.toThrow(/0020_banana failed and was rolled back.*nowhere/);
    expect(await applied()).toEqual(['0010']);
    await write('a/src/migrations/0020_banana.sql', 'create table banana (id integer);');
    expect(await run()).toBe(1);
  });

  test('continues after the table of 0.5, which stays as it is', async () => {
    await write('a/src/migrations/0010_apple.sql', 'create table apple (id integer);');
    await run();
    const copy = `create table schema_migrations as select number, name, hash, applied_at from applied_migrations`;
    await database.session((session) => session.script(`${copy}; drop table applied_migrations`));
    await write('a/src/migrations/0011_banana.sql', 'create table banana (id integer);');
    expect(await run()).toBe(1);
    expect(await applied()).toEqual(['0010', '0011']);
    const { rows } = await database.session((session) => session.query('select number from schema_migrations'));
    expect(rows).toEqual([{ number: '0010' }]);
  });
});

describe('refusing', () => {
  test('a file that was edited', async () => {
    await write('a/src/migrations/0010_apple.sql', 'create table apple (id integer);');
    await run();
    await write('a/src/migrations/0010_apple.sql', 'create table apple (id bigint);');
    await expect(run()).rejects.toThrow(/0010_apple was edited/);
  });

  test('but line ends may differ between machines', async () => {
    await write('a/src/migrations/0010_apple.sql', 'create table apple (\n  id integer\n);\n');
    await run();
    await write('a/src/migrations/0010_apple.sql', 'create table apple (\r\n  id integer\r\n);\r\n');
    expect(await run()).toBe(0);
  });

  test('a database of which a newer release says that this one is too old for it', async () => {
    await write('a/src/migrations/0010_apple.sql', 'create table apple (id integer);');
    await write('a/src/migrations/0011_banana.sql', 'create table banana (id integer);');
    await run();
    await rm(join(folder, 'a/src/migrations/0011_banana.sql'));
    await setNewer({ worksBackTo: '9.0.0' });
    await expect(run()).rejects.toThrow(
      `Release 9.1.0 has changed the database (migration 0011_banana), and this is release ${version}. Start 9.0.0 or newer.`,
    );
    await setNewer({ worksBackTo: null });
    await expect(run()).rejects.toThrow('Start 9.1.0 or newer.');
    // Sets the database to the next version, which supports going back one step.
    await setNewer({ worksBackTo: version });
    expect(await run()).toBe(0);
  });

  test('two files with one number', async () => {
    await write('a/src/migrations/0010_apple.sql', 'select 1;');
    await write('b/src/migrations/0010_banana.sql', 'select 1;');
    await expect(findMigrations(folder)).rejects.toThrow(/Two migrations have the number 0010/);
  });

  test.each(['10_apple.sql', '0010-apple.sql', '0010_Apple.sql', '0010_apple.ts', '0010.sql'])(
    'the name %s',
    async (name) => {
      await write(`a/src/migrations/${name}`, 'select 1;');
      await expect(findMigrations(folder)).rejects.toThrow(MigrationError);
    },
  );

  test('missing and empty folders', async () => {
    await expect(findMigrations(folder)).rejects.toThrow(/No migrations were found/);
    await write('a/src/migrations/0010_apple.sql', '  \n');
    await expect(findMigrations(folder)).rejects.toThrow(/is empty/);
  });
});
