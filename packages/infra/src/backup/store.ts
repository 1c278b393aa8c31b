import { type AppliedMigration, type Db, listApplied, type Session } from '../db/index.ts';
import { backups } from './tables.ts';

export interface LastBackup {
  readonly madeAt: Date;
  readonly file: string;
  readonly bytes: number;
}

export async function findLastBackup(db: Db): Promise<LastBackup | null> {
  const [row] = await db.select().from(backups);
  return row ? { madeAt: row.madeAt, file: row.file, bytes: row.bytes } : null;
}

export async function recordBackup(db: Db, made: LastBackup): Promise<void> {
  await db.insert(backups).values(made).onConflictDoUpdate({ target: backups.id, set: made });
}

/** The number of rows per table, and a digest of all their values that does not depend on their order. */
export type Tables = Record<string, { rows: number; digest: string }>;

/** Reads every row. Two databases with equal results have the same content. */
export async function measureTables(session: Session): Promise<Tables> {
  const { rows: names } = await session.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const tables: Tables = {};
  for (const { name } of names) {
    const { rows } = await session.query<{ rows: string; digest: string }>(
      `select count(*)::text as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as digest
         from public."${name}" t`,
    );
    tables[name] = { rows: Number(rows[0]?.rows), digest: rows[0]?.digest ?? '' };
  }
  return tables;
}

export interface Measured {
  readonly migrations: readonly AppliedMigration[];
  readonly tables: Tables;
}

/** The facts about the database for the manifest. */
export async function measure(session: Session): Promise<Measured> {
  const migrations = await listApplied((text) => session.query<AppliedMigration>(text));
  return { migrations, tables: await measureTables(session) };
}

/** Opens one snapshot of the database. Timestamps and numbers become the same text in every installation. */
const begin = `begin isolation level repeatable read read only; set local timezone to 'UTC'; set local datestyle to 'ISO';
  set local extra_float_digits to 1; set local statement_timeout to 0; set local idle_in_transaction_session_timeout to 0`;

export async function inOnePicture<T>(session: Session, work: () => Promise<T>): Promise<T> {
  await session.script(begin);
  try {
    return await work();
  } finally {
    await session.script('rollback');
  }
}

/** Returns the name under which pg_dump reads the same snapshot. */
export async function nameSnapshot(session: Session): Promise<string> {
  const { rows } = await session.query<{ name: string }>('select pg_export_snapshot() as name');
  return rows[0]?.name ?? '';
}

/** Returns whether other programs of ours use this database. */
export async function isInUse(session: Session): Promise<boolean> {
  const { rows } = await session.query(
    `select from pg_stat_activity
      where datname = current_database() and application_name = 'tally queue' and pid <> pg_backend_pid()`,
  );
  return rows.length > 0;
}

export async function isEmpty(session: Session): Promise<boolean> {
  const { rows } = await session.query(`select from pg_tables where schemaname in ('public', 'pgboss')`);
  return rows.length === 0;
}

/** Creates an empty database beside this one, and drops it after the work. */
export async function withSpareDatabase<T>(session: Session, name: string, work: () => Promise<T>): Promise<T> {
  await session.script(`create database "${name}"`);
  try {
    return await work();
  } finally {
    await session.script(`drop database "${name}" with (force)`);
  }
}
