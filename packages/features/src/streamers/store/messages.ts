import type { StreamerMessageType } from '@tally/contract';
import { anyOf, type Db } from '@tally/infra/db';
import { and, eq, sql } from '@tally/infra/sql';
import type { MessageBody } from '@tally/message/defaults';
import type { SettingsTx } from '../../settings/index.ts';
import { streamerMessages } from '../tables.ts';

export async function saveMessage(
  tx: SettingsTx,
  streamerId: string,
  type: StreamerMessageType,
  body: MessageBody,
): Promise<void> {
  await tx
    .insert(streamerMessages)
    .values({ streamerId, type, body })
    .onConflictDoUpdate({ target: [streamerMessages.streamerId, streamerMessages.type], set: { body } });
}

export async function deleteMessage(tx: SettingsTx, streamerId: string, type: StreamerMessageType): Promise<boolean> {
  const rows = await tx
    .delete(streamerMessages)
    .where(and(eq(streamerMessages.streamerId, streamerId), eq(streamerMessages.type, type)))
    .returning({ type: streamerMessages.type });
  return rows.length > 0;
}

export async function deleteMessagesExcept(
  tx: SettingsTx,
  streamerId: string,
  kept: readonly StreamerMessageType[],
): Promise<void> {
  await tx
    .delete(streamerMessages)
    .where(
      and(
        eq(streamerMessages.streamerId, streamerId),
        kept.length > 0 ? sql`${streamerMessages.type} <> all(${sql.param([...kept])})` : undefined,
      ),
    );
}

export interface SavedMessage {
  readonly streamerId: string;
  readonly type: StreamerMessageType;
  readonly body: MessageBody;
}

/** Loads the messages of many streamers with one query. */
export async function listMessages(db: Db, streamerIds: readonly string[]): Promise<SavedMessage[]> {
  if (streamerIds.length === 0) return [];
  return db.select().from(streamerMessages).where(anyOf(streamerMessages.streamerId, streamerIds));
}

/** Returns the streamers whose message of this kind is posted under another name. */
export async function listDisguised(
  db: Db,
  streamerIds: readonly string[],
  type: StreamerMessageType,
): Promise<ReadonlySet<string>> {
  if (streamerIds.length === 0) return new Set();
  const rows = await db
    .select({ id: streamerMessages.streamerId })
    .from(streamerMessages)
    .where(
      and(
        eq(streamerMessages.type, type),
        sql`${streamerMessages.body} -> 'webhook' ->> 'enabled' = 'true'`,
        sql`${streamerMessages.streamerId} = any(${sql.param([...streamerIds])}::uuid[])`,
      ),
    );
  return new Set(rows.map((row) => row.id));
}
