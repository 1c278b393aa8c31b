import type { UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, asc, eq, getTableColumns, inArray, isNull } from '@tally/infra/sql';
import { type DrawnRow, type DrawRow, drawn, draws } from '../tables.ts';

type Which = { readonly giveawayId: string; readonly number: number };
const isThis = ({ giveawayId, number }: Which) => and(eq(draws.giveawayId, giveawayId), eq(draws.number, number));

export async function insertDraw(
  tx: Db,
  row: Pick<DrawRow, 'giveawayId' | 'number' | 'commitment' | 'seed'>,
): Promise<void> {
  await tx.insert(draws).values(row);
}

export async function findDraw(db: Db, which: Which): Promise<DrawRow | null> {
  const [row] = await db.select().from(draws).where(isThis(which));
  return row ?? null;
}

/** Lists draws without their sheets, which are large. */
export async function listDraws(db: Db, giveawayId: string): Promise<Omit<DrawRow, 'sheet'>[]> {
  const { sheet: _, ...columns } = getTableColumns(draws);
  return await db.select(columns).from(draws).where(eq(draws.giveawayId, giveawayId)).orderBy(asc(draws.number));
}

export async function changeDraw(tx: Db, which: Which, change: Partial<DrawRow>): Promise<void> {
  await tx.update(draws).set(change).where(isThis(which));
}

/** Ends a draw. Only the first call succeeds; later ones return false. */
export async function finishDraw(
  tx: Db,
  which: Which,
  change: Pick<DrawRow, 'drawnAt' | 'signature'>,
): Promise<boolean> {
  const rows = await tx
    .update(draws)
    .set(change)
    .where(and(isThis(which), isNull(draws.drawnAt)))
    .returning({ number: draws.number });
  return rows.length > 0;
}

export async function insertDrawn(tx: Db, rows: readonly DrawnRow[]): Promise<void> {
  if (rows.length > 0) await tx.insert(drawn).values([...rows]);
}

export async function listDrawn(db: Db, giveawayIds: readonly string[]): Promise<DrawnRow[]> {
  if (giveawayIds.length === 0) return [];
  return await db
    .select()
    .from(drawn)
    .where(inArray(drawn.giveawayId, [...giveawayIds]))
    .orderBy(asc(drawn.number), asc(drawn.place));
}

/** Marks winners as replaced. The caller draws other entrants in their place. */
export async function replaceDrawn(tx: Db, giveawayId: string, keys: readonly string[]): Promise<void> {
  await tx
    .update(drawn)
    .set({ isReplaced: true })
    .where(and(eq(drawn.giveawayId, giveawayId), eq(drawn.outcome, 'won'), inArray(drawn.key, [...keys])));
}

/** Claims a prize. Returns false if it was claimed before. */
export async function claim(
  tx: Db,
  { giveawayId, number }: Which,
  about: { userId: UserId; at: Date },
): Promise<boolean> {
  const rows = await tx
    .update(drawn)
    .set({ claimedAt: about.at })
    .where(
      and(
        eq(drawn.giveawayId, giveawayId),
        eq(drawn.number, number),
        eq(drawn.userId, about.userId),
        eq(drawn.outcome, 'won'),
        isNull(drawn.claimedAt),
      ),
    )
    .returning({ place: drawn.place });
  return rows.length > 0;
}

export async function listWonBy(db: Db, userId: UserId): Promise<DrawnRow[]> {
  return await db
    .select()
    .from(drawn)
    .where(and(eq(drawn.userId, userId), eq(drawn.outcome, 'won')))
    .orderBy(asc(drawn.number));
}

export async function forgetDrawnOf(tx: Db, userId: UserId): Promise<void> {
  await tx.update(drawn).set({ userId: null, username: null, salt: null }).where(eq(drawn.userId, userId));
}
