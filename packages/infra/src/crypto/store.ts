import type { Db } from '../db/index.ts';
import { type AnyPgColumn, sql } from '../sql/index.ts';
import type { KeyPrint } from './secrets.ts';
import { encryptionKeys } from './tables.ts';

/** A column that holds sealed texts. */
export type SealedColumn = AnyPgColumn;

/**
 * Adds our keys and returns all known keys of this database. The first process that uses an id decides which key it
 * names.
 */
export async function meetKeys(db: Db, own: readonly KeyPrint[], now: Date): Promise<KeyPrint[]> {
  if (own.length > 0) {
    await db
      .insert(encryptionKeys)
      .values(own.map(({ id, fingerprint }) => ({ id, fingerprint, seenAt: now })))
      .onConflictDoNothing();
  }
  return db.select({ id: encryptionKeys.id, fingerprint: encryptionKeys.fingerprint }).from(encryptionKeys);
}

/** Returns the ids of all keys that seal a text in this column, except these. */
export async function listKeysIn(db: Db, column: SealedColumn, except: readonly string[]): Promise<string[]> {
  const id = sql`split_part(${column}, '.', 1)`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct ${id} as id from ${column.table}
     where ${column} is not null and ${id} <> all(${sql.param([...except])}::text[])`);
  return rows.map((row) => row.id);
}
