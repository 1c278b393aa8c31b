import type { UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, eq, isNotNull, isNull, lt, sql } from '@tally/infra/sql';
import { chats, lines, rooms } from '../tables.ts';

export type ChatPlatform = 'kick' | 'twitch';
export interface ChatKey {
  readonly ownerId: UserId;
  readonly platform: ChatPlatform;
}

const isIt = ({ ownerId, platform }: ChatKey) => and(eq(chats.ownerId, ownerId), eq(chats.platform, platform));

export async function findChat(db: Db, key: ChatKey) {
  const [found] = await db.select().from(chats).where(isIt(key));
  return found ?? null;
}

/** Stores why the last answer could not be sent, or null if it was sent. */
export async function saveTrouble(db: Db, key: ChatKey, trouble: 'denied' | 'down' | null): Promise<void> {
  await db
    .insert(chats)
    .values({ ...key, trouble })
    .onConflictDoUpdate({
      target: [chats.ownerId, chats.platform],
      set: { trouble },
      setWhere: sql`${chats.trouble} is distinct from excluded.trouble`,
    });
}

export async function forgetChat(db: Db, key: ChatKey): Promise<void> {
  await db.delete(chats).where(isIt(key));
}

/** Counts an answer. Returns false if the chat has had the maximum since `since`. */
export async function claimAnswer(
  db: Db,
  key: ChatKey,
  { now, since, most }: { readonly now: Date; readonly since: Date; readonly most: number },
): Promise<boolean> {
  const isOver = sql`(${chats.answersSince} is null or ${chats.answersSince} < ${since.toISOString()}::timestamptz)`;
  const taken = await db
    .insert(chats)
    .values({ ...key, answersSince: now, answers: 1 })
    .onConflictDoUpdate({
      target: [chats.ownerId, chats.platform],
      set: {
        answersSince: sql`case when ${isOver} then excluded.answers_since else ${chats.answersSince} end`,
        answers: sql`case when ${isOver} then 1 else ${chats.answers} + 1 end`,
      },
      setWhere: sql`${isOver} or ${chats.answers} < ${most}`,
    })
    .returning({ answers: chats.answers });
  return taken.length > 0;
}

/** Returns true, in only one process, when it is time to ask the platform again to push this chat. */
export async function claimAsking(db: Db, key: ChatKey, now: Date, before: Date): Promise<boolean> {
  const taken = await db
    .insert(chats)
    .values({ ...key, askedAt: now })
    .onConflictDoUpdate({
      target: [chats.ownerId, chats.platform],
      set: { askedAt: now },
      setWhere: sql`${chats.askedAt} is null or ${chats.askedAt} < ${before.toISOString()}::timestamptz`,
    })
    .returning({ at: chats.askedAt });
  return taken.length > 0;
}

/** Lists rooms that are on. Rooms with a player come first, because we may read only a few chats. */
export async function listRoomsToHear(db: Db, limit: number): Promise<UserId[]> {
  const found = await db
    .select({ ownerId: rooms.ownerId })
    .from(rooms)
    .where(eq(rooms.enabled, true))
    .orderBy(sql`${isNotNull(rooms.leaseProcess)} desc`, sql`${rooms.playerSeenAt} desc nulls last`)
    .limit(limit);
  return found.map(({ ownerId }) => ownerId);
}

/** Stores a chat line. Returns false if it arrived before. */
export async function saveLine(
  tx: Db,
  line: { readonly platform: ChatPlatform; readonly messageId: string; readonly heardAt: Date },
): Promise<boolean> {
  const saved = await tx.insert(lines).values(line).onConflictDoNothing().returning({ id: lines.messageId });
  return saved.length > 0;
}

/** Claims a chat line. Returns false if another process has already started on it. */
export async function claimLine(
  db: Db,
  { platform, messageId }: { readonly platform: ChatPlatform; readonly messageId: string },
  now: Date,
): Promise<boolean> {
  const taken = await db
    .update(lines)
    .set({ takenAt: now })
    .where(and(eq(lines.platform, platform), eq(lines.messageId, messageId), isNull(lines.takenAt)))
    .returning({ id: lines.messageId });
  return taken.length > 0;
}

export async function forgetLines(db: Db, before: Date): Promise<void> {
  await db.delete(lines).where(lt(lines.heardAt, before));
}
