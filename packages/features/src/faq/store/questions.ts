import type { Locale, QuestionState, UserId } from '@tally/contract';
import { type Db, lockOn } from '@tally/infra/db';
import { and, asc, count, desc, eq, gte, lt, min, ne, sql } from '@tally/infra/sql';
import { type MissedRow, missed, type QuestionRow, questions } from '../tables.ts';

/** Serializes a person's questions, so parallel ones cannot exceed either limit. */
export async function lockAsker(tx: Db, userId: UserId): Promise<void> {
  await lockOn(tx, `faq ${userId}`);
}

export async function countQuestions(tx: Db, userId: UserId, since: Date): Promise<{ open: number; lately: number }> {
  const [open, lately] = await Promise.all([
    tx
      .select({ total: count() })
      .from(questions)
      .where(and(eq(questions.userId, userId), eq(questions.state, 'open'))),
    tx
      .select({ total: count() })
      .from(questions)
      .where(and(eq(questions.userId, userId), gte(questions.askedAt, since))),
  ]);
  return { open: open[0]?.total ?? 0, lately: lately[0]?.total ?? 0 };
}

/** Counts open questions, and finds how long the oldest one has waited. */
export async function summarizeOpen(db: Db): Promise<{ count: number; since: Date | null }> {
  const [row] = await db
    .select({ count: count(), since: min(questions.askedAt) })
    .from(questions)
    .where(eq(questions.state, 'open'));
  return row ?? { count: 0, since: null };
}

type NewQuestion = Pick<QuestionRow, 'userId' | 'locale' | 'question' | 'askedAt'>;

export async function insertQuestion(tx: Db, row: NewQuestion): Promise<bigint> {
  const [made] = await tx
    .insert(questions)
    .values({ ...row, state: 'open' })
    .returning({ id: questions.id });
  if (!made) throw new Error('a question was inserted and has no id');
  return made.id;
}

export async function findQuestion(db: Db, id: bigint): Promise<QuestionRow | null> {
  const [found] = await db.select().from(questions).where(eq(questions.id, id));
  return found ?? null;
}

export async function listQuestions(
  db: Db,
  { state, before, limit }: { state: QuestionState | undefined; before: bigint | undefined; limit: number },
): Promise<QuestionRow[]> {
  return await db
    .select()
    .from(questions)
    .where(and(state && eq(questions.state, state), before === undefined ? undefined : lt(questions.id, before)))
    .orderBy(desc(questions.id))
    .limit(limit);
}

type Settled = Pick<QuestionRow, 'state' | 'answer' | 'answeredBy' | 'answeredAt'>;

/** Succeeds only once per question, so two staff members cannot both answer it. */
export async function settleQuestion(tx: Db, id: bigint, settled: Settled): Promise<QuestionRow | null> {
  const [row] = await tx
    .update(questions)
    .set(settled)
    .where(and(eq(questions.id, id), ne(questions.state, 'answered')))
    .returning();
  return row ?? null;
}

export async function listQuestionsOf(db: Db, userId: UserId): Promise<QuestionRow[]> {
  return await db.select().from(questions).where(eq(questions.userId, userId)).orderBy(asc(questions.id));
}

export async function deleteQuestionsOf(tx: Db, userId: UserId): Promise<void> {
  await tx.delete(questions).where(eq(questions.userId, userId));
  await tx.update(questions).set({ answeredBy: null }).where(eq(questions.answeredBy, userId));
}

export async function noteMissed(
  db: Db,
  row: { folded: string; locale: Locale; question: string; lastAt: Date },
): Promise<void> {
  await db
    .insert(missed)
    .values({ ...row, times: 1 })
    .onConflictDoUpdate({
      target: [missed.folded, missed.locale],
      set: { times: sql`${missed.times} + 1`, question: row.question, lastAt: row.lastAt },
    });
}

export async function listMissed(db: Db, limit: number): Promise<MissedRow[]> {
  return await db.select().from(missed).orderBy(desc(missed.times), desc(missed.lastAt)).limit(limit);
}

/** Deletes searches older than `before`, and all but the `keep` most frequent of the rest. */
export async function tidyMissed(db: Db, { before, keep }: { before: Date; keep: number }): Promise<void> {
  await db.delete(missed).where(lt(missed.lastAt, before));
  await db.execute(
    sql`delete from faq_missed where (folded, locale) in (
      select folded, locale from faq_missed order by times desc, last_at desc offset ${keep})`,
  );
}
