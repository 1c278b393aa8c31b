import type { GuildMessageBody, GuildMessageList, ServerId, SingleMessageBody } from '@tally/contract';
import { jsonb, pgTable, primaryKey, text } from '@tally/infra/sql';

export const serverMessages = pgTable(
  'server_messages',
  {
    serverId: text('server_id').$type<ServerId>().notNull(),
    list: text('list').$type<GuildMessageList>().notNull(),
    /** A `GuildMessageType`, or a `SingleMessageType` in the list of plain lines. */
    type: text('type').notNull(),
    body: jsonb('body').$type<StoredBody>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.serverId, table.list, table.type] })],
);

export type MessageBody = Omit<GuildMessageBody, 'type'>;
export type LineBody = Omit<SingleMessageBody, 'type'>;
export interface VariantsBody {
  readonly messages: readonly string[];
}

/** The stored shape, which depends on the list. */
export type StoredBody = MessageBody | LineBody | VariantsBody;
export type ServerMessageRow = typeof serverMessages.$inferSelect;
