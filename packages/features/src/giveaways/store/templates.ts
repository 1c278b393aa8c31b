import type { ServerId } from '@tally/contract';
import { type Db, lockOn } from '@tally/infra/db';
import { and, asc, eq } from '@tally/infra/sql';
import { templates } from '../tables.ts';

export type TemplateRow = typeof templates.$inferSelect;

export async function listTemplates(db: Db, serverId: ServerId): Promise<TemplateRow[]> {
  return await db.select().from(templates).where(eq(templates.serverId, serverId)).orderBy(asc(templates.title));
}

/** Serializes new templates of a server, so parallel ones cannot exceed its limit. */
export async function lockTemplates(tx: Db, serverId: ServerId): Promise<void> {
  await lockOn(tx, `giveaway templates ${serverId}`);
}

/** Saves a template, and replaces one with the same title. */
export async function saveTemplate(tx: Db, row: TemplateRow): Promise<void> {
  await tx
    .insert(templates)
    .values(row)
    .onConflictDoUpdate({ target: [templates.serverId, templates.title], set: { settings: row.settings } });
}

export async function deleteTemplate(tx: Db, serverId: ServerId, id: string): Promise<boolean> {
  const rows = await tx
    .delete(templates)
    .where(and(eq(templates.serverId, serverId), eq(templates.id, id)))
    .returning({ id: templates.id });
  return rows.length > 0;
}

export async function forgetTemplates(tx: Db, serverId: ServerId): Promise<void> {
  await tx.delete(templates).where(eq(templates.serverId, serverId));
}
