import type { UserId } from '@tally/contract';
import { type Db, lockOn } from '@tally/infra/db';
import { and, eq, lt } from '@tally/infra/sql';
import { wishWritings } from '../tables.ts';

export interface Writing {
  readonly userId: UserId;
  readonly what: 'wish' | 'comment';
  readonly at: Date;
}

/** Serializes a person's posts and comments, so parallel ones cannot exceed the limits. */
export async function lockWriter(tx: Db, userId: UserId): Promise<void> {
  await lockOn(tx, `wishes ${userId}`);
}

/** Deletes old records, adds this post or comment, and returns how many there are since `since`. */
export async function noteWriting(tx: Db, writing: Writing, since: Date): Promise<number> {
  const { userId, what, at } = wishWritings;
  const isAlike = and(eq(userId, writing.userId), eq(what, writing.what));
  await tx.delete(wishWritings).where(and(isAlike, lt(at, since)));
  await tx.insert(wishWritings).values(writing);
  return await tx.$count(wishWritings, isAlike);
}

export async function forgetWritings(tx: Db, writer: UserId): Promise<void> {
  await tx.delete(wishWritings).where(eq(wishWritings.userId, writer));
}
