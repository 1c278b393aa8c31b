import type { MediaItemId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, eq, lt, sql } from '@tally/infra/sql';
import { talkers, votes } from '../tables.ts';

/** Stores a vote. Returns false if the voter has already voted for this item. */
export async function insertVote(tx: Db, itemId: MediaItemId, voter: string): Promise<boolean> {
  const rows = await tx.insert(votes).values({ itemId, voter }).onConflictDoNothing().returning({ id: votes.itemId });
  return rows.length > 0;
}

export interface Count {
  readonly given: number;
  /** Counts viewers who have written recently, plus voters who have not. */
  readonly present: number;
}

export async function countVotes(db: Db, ownerId: UserId, itemId: MediaItemId, since: Date): Promise<Count> {
  const { rows } = await db.execute<{ given: number; present: number }>(sql`
    with voters as (select voter from ${votes} where item_id = ${itemId}),
         writers as (select talker from ${talkers} where owner_id = ${ownerId} and wrote_at > ${since.toISOString()}::timestamptz)
    select (select count(*) from voters)::int as given,
           (select count(*) from (select voter from voters union select talker from writers) as all_of_them)::int as present`);
  return rows[0] ?? { given: 0, present: 0 };
}

export async function hasVoted(db: Db, itemId: MediaItemId, voter: string): Promise<boolean> {
  const rows = await db
    .select({ id: votes.itemId })
    .from(votes)
    .where(and(eq(votes.itemId, itemId), eq(votes.voter, voter)));
  return rows.length > 0;
}

export async function saveTalker(db: Db, ownerId: UserId, talker: string, wroteAt: Date): Promise<void> {
  await db
    .insert(talkers)
    .values({ ownerId, talker, wroteAt })
    .onConflictDoUpdate({
      target: [talkers.ownerId, talkers.talker],
      set: { wroteAt },
      setWhere: lt(talkers.wroteAt, wroteAt),
    });
}

export async function forgetTalkersBefore(db: Db, before: Date): Promise<void> {
  await db.delete(talkers).where(lt(talkers.wroteAt, before));
}

export async function forgetVoter(tx: Db, voter: string): Promise<void> {
  await tx.delete(votes).where(eq(votes.voter, voter));
  await tx.delete(talkers).where(eq(talkers.talker, voter));
}
