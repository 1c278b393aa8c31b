import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };
import type { Session } from './handle.ts';
import type { Database } from './open.ts';

/**
 * Hand-written SQL with one global number across all packages. Each file is applied once and never edited. Homes own
 * ranges of numbers, so a new file may have a lower number than the last applied one. Pending files run in the order of
 * their numbers.
 */
export interface Migration {
  readonly number: string;
  readonly name: string;
  readonly text: string;
  readonly hash: string;
}

const { version: release } = manifest;

/**
 * The last release. It must work on a database with all migrations after it, so operators can go back. A column that it
 * reads may be removed one release later. tests/upgrades/back.ts tests this.
 */
export const worksBackTo = '0.5.0';

/** Both releases are null for files that version 0.5 or older applied. */
export type AppliedMigration = Pick<Migration, 'number' | 'name' | 'hash'> & {
  /** The release that applied the migration. */
  readonly release?: string | null;
  /** The oldest release that works on the database after this migration. */
  readonly works_back_to?: string | null;
};

export interface Misfit {
  readonly kind: 'unknown' | 'edited';
  readonly migration: string;
  readonly release: string;
  readonly worksBackTo: string;
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
    // A checkout on Windows may have other line endings, but the statements are the same.
    const text = (await readFile(join(folder, path), 'utf8')).replaceAll('\r\n', '\n');
    if (text.trim() === '') throw new MigrationError(`${path} is empty.`);
    found.push({ number, name, text, hash: createHash('sha256').update(text).digest('hex') });
  }
  // Without this check the program would start on an empty database without an error.
  if (found.length === 0) throw new MigrationError(`No migrations were found below ${folder}.`);
  return found.sort((a, b) => a.number.localeCompare(b.number));
}

/**
 * Version 0.5 does not start if its table `schema_migrations` has an unknown row. To allow going back to 0.5, that
 * table stays unchanged.
 */
const tableOfMigrations = `create table if not exists applied_migrations (
  number text primary key,
  name text not null,
  hash text not null,
  applied_at timestamptz not null default now(),
  release text,
  works_back_to text
);
do $$ begin
  if to_regclass('schema_migrations') is not null then
    insert into applied_migrations (number, name, hash, applied_at)
      select number, name, hash, applied_at from schema_migrations on conflict do nothing;
  end if;
end $$`;

/** Any fixed number works, as long as no other lock uses it. */
const lockNumber = 7_425_500_421;

/** Applies pending migrations. Returns how many files were applied. */
export async function migrate(database: Database, migrations?: readonly Migration[]): Promise<number> {
  const known = migrations ?? (await findMigrations());
  return await database.session(async (session) => {
    // When two processes start together, the second waits here and finds no pending migration. The wait may be long, so
    // there is no timeout.
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
  const applied = await listApplied((text) => session.query<AppliedMigration>(text));
  const [misfit] = judgeMigrations(applied, known);
  if (misfit?.kind === 'unknown') {
    throw new MigrationError(
      `Release ${misfit.release} has changed the database (migration ${misfit.migration}), and this is release ${release}. Start ${misfit.worksBackTo} or newer.`,
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

/** Returns an empty list if the program has never started on this database. */
export async function listApplied(
  query: (text: string) => Promise<{ readonly rows: readonly AppliedMigration[] }>,
): Promise<readonly AppliedMigration[]> {
  const { rows } = await query(
    `select coalesce(to_regclass('applied_migrations'), to_regclass('schema_migrations'))::text as name`,
  );
  return rows[0]?.name ? (await query(`select * from ${rows[0].name} order by number`)).rows : [];
}

/**
 * Returns applied migrations that do not match our files. `unknown` ones come from a newer release, unless that release
 * declares that this one still works.
 */
export const judgeMigrations = (applied: readonly AppliedMigration[], known: readonly Migration[]): readonly Misfit[] =>
  applied.flatMap<Misfit>(({ number, name, hash, ...about }) => {
    const file = known.find((each) => each.number === number);
    const newer = about.release ?? 'newer';
    const misfit = { migration: `${number}_${name}`, release: newer, worksBackTo: about.works_back_to ?? newer };
    if (!file) return worksWith(misfit.worksBackTo) ? [] : [{ kind: 'unknown', ...misfit }];
    return file.hash === hash ? [] : [{ kind: 'edited', ...misfit }];
  });

/** A text that is not a version number belongs to no older release. */
const worksWith = (oldest: string): boolean => oldest.localeCompare(release, 'en', { numeric: true }) <= 0;

async function apply(session: Session, { number, name, text, hash }: Migration): Promise<void> {
  await session.script('begin');
  try {
    await session.script(text);
    await session.query(
      `insert into applied_migrations (number, name, hash, release, works_back_to) values ($1, $2, $3, $4, $5)`,
      [number, name, hash, release, worksBackTo],
    );
    await session.script('commit');
  } catch (error) {
    await session.script('rollback');
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`Migration ${number}_${name} failed and was rolled back: ${reason}`, { cause: error });
  }
}
