import type { GuildMessageList, ServerId } from '@tally/contract';
import { anyOf, type Db } from '@tally/infra/db';
import { and, asc, eq, sql } from '@tally/infra/sql';
import type { SettingsTx } from '../settings/index.ts';
import { type ServerMessageRow, type StoredBody, serverMessages } from './tables.ts';

export interface MessageKey {
  readonly serverId: ServerId;
  readonly list: GuildMessageList;
  readonly type: string;
}

const at = ({ serverId, list, type }: MessageKey) =>
  and(eq(serverMessages.serverId, serverId), eq(serverMessages.list, list), eq(serverMessages.type, type));

export async function findMessage(db: Db, key: MessageKey): Promise<StoredBody | null> {
  const [row] = await db.select({ body: serverMessages.body }).from(serverMessages).where(at(key));
  return row?.body ?? null;
}

export async function saveMessage(tx: SettingsTx, key: MessageKey, body: StoredBody): Promise<void> {
  await tx
    .insert(serverMessages)
    .values({ ...key, body })
    .onConflictDoUpdate({
      target: [serverMessages.serverId, serverMessages.list, serverMessages.type],
      set: { body },
    });
}

export async function deleteMessage(tx: SettingsTx, key: MessageKey): Promise<boolean> {
  const rows = await tx.delete(serverMessages).where(at(key)).returning({ type: serverMessages.type });
  return rows.length > 0;
}

export async function deleteMessagesExcept(
  tx: SettingsTx,
  { serverId, list }: Pick<MessageKey, 'serverId' | 'list'>,
  kept: readonly string[],
): Promise<void> {
  await tx
    .delete(serverMessages)
    .where(
      and(
        eq(serverMessages.serverId, serverId),
        eq(serverMessages.list, list),
        kept.length > 0 ? sql`${serverMessages.type} <> all(${sql.param([...kept])})` : undefined,
      ),
    );
}

export async function listOfServer(db: Db, serverId: ServerId): Promise<ServerMessageRow[]> {
  return await db
    .select()
    .from(serverMessages)
    .where(eq(serverMessages.serverId, serverId))
    .orderBy(asc(serverMessages.list), asc(serverMessages.type));
}

/** Loads the texts of many servers in one query. */
export async function listOfServers(
  db: Db,
  serverIds: readonly ServerId[],
  types: readonly string[],
): Promise<ServerMessageRow[]> {
  if (serverIds.length === 0 || types.length === 0) return [];
  return await db
    .select()
    .from(serverMessages)
    .where(and(anyOf(serverMessages.serverId, serverIds), anyOf(serverMessages.type, types)));
}

/** The servers whose own message of this kind uses another name. */
export async function listDisguised(
  db: Db,
  serverIds: readonly ServerId[],
  type: string,
): Promise<ReadonlySet<ServerId>> {
  if (serverIds.length === 0) return new Set();
  const rows = await db
    .select({ serverId: serverMessages.serverId })
    .from(serverMessages)
    .where(
      and(
        eq(serverMessages.list, 'customMessages'),
        eq(serverMessages.type, type),
        sql`${serverMessages.body} -> 'webhook' ->> 'enabled' = 'true'`,
        sql`${serverMessages.serverId} = any(${sql.param([...serverIds])}::text[])`,
      ),
    );
  return new Set(rows.map((row) => row.serverId));
}

export async function forgetMessages(tx: Db, serverId: ServerId): Promise<void> {
  await tx.delete(serverMessages).where(eq(serverMessages.serverId, serverId));
}
