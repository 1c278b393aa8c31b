import type { ClipperCategory, ServerId } from '@tally/contract';
import { moment, pgTable, primaryKey, text, uuid } from '@tally/infra/sql';

export const places = pgTable('kick_bot_places', {
  streamerId: uuid('streamer_id').primaryKey(),
  serverId: text('server_id').$type<ServerId>().notNull(),
  kickChannelId: text('kick_channel_id').notNull(),
});

export const asks = pgTable(
  'kick_bot_asks',
  {
    kickChannelId: text('kick_channel_id').notNull(),
    senderId: text('sender_id').notNull(),
    name: text('name').notNull(),
    displayName: text('display_name').notNull(),
    roles: text('roles').array().$type<ClipperCategory[]>().notNull(),
    askedAt: moment('asked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kickChannelId, table.senderId] })],
);
export type AskRow = typeof asks.$inferSelect;
