import type { Db } from '@tally/infra/db';
import { asc, eq } from '@tally/infra/sql';
import type { Mark } from '@tally/infra/video';
import { marks } from '../tables.ts';

/** Lists marks in the order of the segments. */
export async function listMarks(db: Db, recordingId: string): Promise<readonly Mark[]> {
  const rows = await db.select().from(marks).where(eq(marks.recordingId, recordingId)).orderBy(asc(marks.piece));
  // Stops at the first gap, because the join cannot resume after one.
  return rows.filter(({ piece }, at) => piece === at + 1).map(({ mark }) => mark);
}

/** Skips existing marks, because they are identical. */
export async function addMarks(db: Db, recordingId: string, those: readonly Mark[]): Promise<void> {
  if (those.length === 0) return;
  const rows = those.map((mark) => ({ recordingId, piece: mark.pieces, bytes: mark.bytes, mark }));
  await db.insert(marks).values(rows).onConflictDoNothing();
}

export async function forgetMarks(db: Db, recordingId: string): Promise<void> {
  await db.delete(marks).where(eq(marks.recordingId, recordingId));
}
