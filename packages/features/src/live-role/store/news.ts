import { randomUUID } from 'node:crypto';
import type { ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, asc, eq, inArray, isNotNull, isNull } from '@tally/infra/sql';
import type { LoggedKind } from '../match.ts';
import { type News, news } from '../tables.ts';

export type NewNews = Omit<News, 'id' | 'batch'>;

export async function addNews(tx: Db, row: NewNews): Promise<void> {
  await tx.insert(news).values(row);
}

const about = (serverId: ServerId, kind: LoggedKind) => and(eq(news.serverId, serverId), eq(news.kind, kind));

/** The batch that was begun before, or a new one of the oldest lines. Null: there is nothing to tell. */
export async function takeBatch(
  tx: Db,
  serverId: ServerId,
  kind: LoggedKind,
  limit: number,
): Promise<{ id: string; lines: News[] } | null> {
  const of = about(serverId, kind);
  const begun = await tx
    .select()
    .from(news)
    .where(and(of, isNotNull(news.batch)))
    .orderBy(asc(news.id))
    .for('update');
  const [first] = begun;
  if (first?.batch) return { id: first.batch, lines: begun.filter((line) => line.batch === first.batch) };
  const lines = await tx
    .select()
    .from(news)
    .where(and(of, isNull(news.batch)))
    .orderBy(asc(news.id))
    .limit(limit)
    .for('update');
  if (lines.length === 0) return null;
  const id = randomUUID();
  const ids = lines.map((line) => line.id);
  await tx.update(news).set({ batch: id }).where(inArray(news.id, ids));
  return { id, lines };
}

export async function deleteBatch(db: Db, id: string): Promise<void> {
  await db.delete(news).where(eq(news.batch, id));
}

/** Nobody can be told: the channel is gone, or the bot may not write there. */
export async function deleteNews(db: Db, serverId: ServerId, kind: LoggedKind): Promise<void> {
  await db.delete(news).where(about(serverId, kind));
}
