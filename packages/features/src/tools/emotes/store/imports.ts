import type { ImportReason, ImportState, ServerId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, asc, desc, eq, inArray, isNull, lte, or, sql } from '@tally/infra/sql';
import { type ImportRow, type ItemRow, imports, items } from '../tables.ts';

/** Returns false if this server has another open import. */
export async function insertImport(
  tx: Db,
  row: typeof imports.$inferInsert,
  list: readonly Omit<typeof items.$inferInsert, 'importId' | 'position'>[],
): Promise<boolean> {
  const made = await tx.insert(imports).values(row).onConflictDoNothing().returning({ id: imports.id });
  if (made.length === 0) return false;
  await tx.insert(items).values(list.map((item, position) => ({ ...item, importId: row.id, position })));
  return true;
}

export async function findImport(db: Db, id: string): Promise<ImportRow | null> {
  const [row] = await db.select().from(imports).where(eq(imports.id, id));
  return row ?? null;
}

export async function lockImport(tx: Db, serverId: ServerId, id: string): Promise<ImportRow | null> {
  const [row] = await tx
    .select()
    .from(imports)
    .where(and(eq(imports.id, id), eq(imports.serverId, serverId)))
    .for('update');
  return row ?? null;
}

export async function listImports(db: Db, serverId: ServerId, limit: number): Promise<ImportRow[]> {
  return await db
    .select()
    .from(imports)
    .where(eq(imports.serverId, serverId))
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(limit);
}

export async function listItems(db: Db, importIds: readonly string[]): Promise<ItemRow[]> {
  if (importIds.length === 0) return [];
  return await db
    .select()
    .from(items)
    .where(inArray(items.importId, [...importIds]))
    .orderBy(asc(items.importId), asc(items.position));
}

export async function changeImport(tx: Db, id: string, change: Partial<ImportRow>): Promise<void> {
  await tx.update(imports).set(change).where(eq(imports.id, id));
}

export async function changeItem(
  tx: Db,
  { importId, position }: Pick<ItemRow, 'importId' | 'position'>,
  change: Partial<ItemRow>,
): Promise<void> {
  await tx
    .update(items)
    .set(change)
    .where(and(eq(items.importId, importId), eq(items.position, position)));
}

/** Marks the failures with these reasons for a retry. */
export async function retryItems(tx: Db, importId: string, reasons: readonly ImportReason[]): Promise<void> {
  await tx
    .update(items)
    .set({ state: 'waiting', reason: null })
    .where(and(eq(items.importId, importId), eq(items.state, 'failed'), inArray(items.reason, [...reasons])));
}

const atWork: readonly ImportState[] = ['running', 'waiting', 'undoing'];

/** Claims an import for one process. Null if another process has it, or if there is nothing to do now. */
export async function claimImport(
  db: Db,
  id: string,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<ImportRow | null> {
  const [row] = await db
    .update(imports)
    .set({
      busyUntil: until,
      resumesAt: null,
      state: sql`case ${imports.state} when 'waiting' then 'running' else ${imports.state} end`,
    })
    .where(
      and(
        eq(imports.id, id),
        inArray(imports.state, [...atWork]),
        or(isNull(imports.busyUntil), lte(imports.busyUntil, now)),
        or(isNull(imports.resumesAt), lte(imports.resumesAt, now)),
      ),
    )
    .returning();
  return row ?? null;
}

/** Returns false if the import was cancelled, or is being undone. */
export async function keepClaim(db: Db, id: string, { state, until }: { state: ImportState; until: Date }) {
  const kept = await db
    .update(imports)
    .set({ busyUntil: until })
    .where(and(eq(imports.id, id), eq(imports.state, state)))
    .returning({ id: imports.id });
  return kept.length > 0;
}

/** Ends the current run. If the import's state has changed since, only the claim ends. */
export async function closeClaim(db: Db, row: ImportRow, change: Partial<ImportRow>): Promise<void> {
  const closed = await db
    .update(imports)
    .set({ ...change, busyUntil: null })
    .where(and(eq(imports.id, row.id), eq(imports.state, row.state)))
    .returning({ id: imports.id });
  if (closed.length === 0) await changeImport(db, row.id, { busyUntil: null });
}

/** Lists active imports that no process has worked on since. */
export async function listForgotten(db: Db, before: Date): Promise<string[]> {
  const since = sql`coalesce(${imports.busyUntil}, ${imports.resumesAt}, ${imports.createdAt})`;
  const rows = await db
    .select({ id: imports.id })
    .from(imports)
    .where(and(inArray(imports.state, [...atWork]), lte(since, before.toISOString())))
    .limit(500);
  return rows.map(({ id }) => id);
}

export async function listImportsOf(db: Db, userId: UserId): Promise<ImportRow[]> {
  return await db.select().from(imports).where(eq(imports.requestedBy, userId)).orderBy(asc(imports.createdAt));
}

export async function forgetRequester(db: Db, userId: UserId): Promise<void> {
  await db.update(imports).set({ requestedBy: null }).where(eq(imports.requestedBy, userId));
}

export async function forgetImports(db: Db, serverId: ServerId): Promise<void> {
  await db.delete(imports).where(eq(imports.serverId, serverId));
}
