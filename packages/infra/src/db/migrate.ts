import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Session } from './handle.ts';
import type { Database } from './open.ts';

/**
 * Hand-written SQL, one global number over all packages. Each file is applied once and never edited.
 * Ranges of numbers belong to homes, so a new file may have a lower number than the last one applied.
 * All files that were not applied run in the order of their numbers.
 */
export interface Migration {
  readonly number: string;
  readonly name: string;
  readonly text: string;
  readonly hash: string;
}

export type AppliedMigration = Pick<Migration, 'number' | 'name' | 'hash'>;

export interface Misfit {
  readonly kind: 'unknown' | 'edited';
  readonly migration: string;
}

export class MigrationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MigrationError';
  }
}

const packagesFolder = fileURLToPath(new URL('../../../', import.meta.url));
const fileName = /^(\d{4})_([a-z0-9]+(?:_[a-z0-9]+)*)\.sql$/;

export async function findMigrations(folder = packagesFolder): Promise<readonly Migration[]> {
  const found: Migration[] = [];
  for await (const path of glob('*/src/**/migrations/*', { cwd: folder })) {
    const named = fileName.exec(basename(path));
    if (!named) throw new MigrationError(`${path}: a migration is named NNNN_words.sql, in small letters.`);
    const [, number = '', name = ''] = named;
    const same = found.find((each) => each.number === number);
    if (same) throw new MigrationError(`Two migrations have the number ${number}: ${same.name} and ${name}.`);
    // A checkout on Windows may have other line endings; the statements are the same.
    const text = (await readFile(join(folder, path), 'utf8')).replaceAll('\r\n', '\n');
    if (text.trim() === '') throw new MigrationError(`${path} is empty.`);
    found.push({ number, name, text, hash: createHash('sha256').update(text).digest('hex') });
  }
  // Otherwise the program would start on an empty database without an error.
  if (found.length === 0) throw new MigrationError(`No migrations were found below ${folder}.`);
  return found.sort((a, b) => a.number.localeCompare(b.number));
}

const tableOfMigrations = `create table if not exists schema_migrations (
  number text primary key,
  name text not null,
  hash text not null,
  applied_at timestamptz not null default now()
)`;

/** Any fixed number works, as long as no other lock uses it. */
const lockNumber = 7_425_500_421;

/** Applies pending migrations. Returns how many files were applied. */
export async function migrate(database: Database, migrations?: readonly Migration[]): Promise<number> {
  const known = migrations ?? (await findMigrations());
  return await database.session(async (session) => {
    // When two processes start together, the second waits here and finds nothing left to do. That may take long.
    await session.query("select set_config('statement_timeout', '0', false)");
    await session.query('select pg_advisory_lock($1)', [lockNumber]);
    try {
      return await applyPending(session, known);
    } finally {
      await session.query('select pg_advisory_unlock($1)', [lockNumber]);
      await session.query('reset statement_timeout');
    }
  });
}

async function applyPending(session: Session, known: readonly Migration[]): Promise<number> {
  await session.script(tableOfMigrations);
  const { rows: applied } = await session.query<AppliedMigration>(
    'select number, name, hash from schema_migrations order by number',
  );
  const [misfit] = judgeMigrations(applied, known);
  if (misfit?.kind === 'unknown') {
    throw new MigrationError(
      `The database has migration ${misfit.migration}, which this version of the program does not know. Start the version that made it, or a newer one.`,
    );
  }
  if (misfit) {
    throw new MigrationError(
      `Migration ${misfit.migration} was edited after it was applied to this database. Put the file back and write a new migration.`,
    );
  }
  const done = new Set(applied.map((each) => each.number));
  const pending = known.filter((each) => !done.has(each.number));
  for (const migration of pending) await apply(session, migration);
  return pending.length;
}

/** Applied migrations that do not match our files. `unknown` comes from a newer version of the program. */
export const judgeMigrations = (applied: readonly AppliedMigration[], known: readonly Migration[]): readonly Misfit[] =>
  applied.flatMap<Misfit>(({ number, name, hash }) => {
    const file = known.find((each) => each.number === number);
    if (!file) return [{ kind: 'unknown', migration: `${number}_${name}` }];
    return file.hash === hash ? [] : [{ kind: 'edited', migration: `${number}_${file.name}` }];
  });

async function apply(session: Session, { number, name, text, hash }: Migration): Promise<void> {
  await session.script('begin');
  try {
    await session.script(text);
    await session.query('insert into schema_migrations (number, name, hash) values ($1, $2, $3)', [number, name, hash]);
    await session.script('commit');
  } catch (error) {
    await session.script('rollback');
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`Migration ${number}_${name} failed and was rolled back: ${reason}`, { cause: error });
  }
}
