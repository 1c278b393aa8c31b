import type { NoticeBody } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { desc, eq } from '@tally/infra/sql';
import { type NoticeRow, notices } from '../tables.ts';

/** Lists notices, the latest start first. */
export const listNoticeRows = async (db: Db): Promise<NoticeRow[]> =>
  await db.select().from(notices).orderBy(desc(notices.from), desc(notices.id));

export async function insertNotice(db: Db, body: NoticeBody): Promise<bigint> {
  const [row] = await db.insert(notices).values(body).returning({ id: notices.id });
  return (row as { id: bigint }).id;
}

export async function lockNotice(tx: Db, id: bigint): Promise<NoticeRow | null> {
  const [row] = await tx.select().from(notices).where(eq(notices.id, id)).for('update');
  return row ?? null;
}

export async function changeNotice(tx: Db, id: bigint, body: NoticeBody): Promise<void> {
  await tx.update(notices).set(body).where(eq(notices.id, id));
}

/** Returns the text, or null if the notice does not exist. */
export async function deleteNotice(db: Db, id: bigint): Promise<string | null> {
  const [gone] = await db.delete(notices).where(eq(notices.id, id)).returning({ text: notices.text });
  return gone?.text ?? null;
}
