import type {
  EmotePlatform,
  ImportedEmote,
  ImportReason,
  ImportState,
  RoleId,
  ServerId,
  UserId,
} from '@tally/contract';
import { boolean, integer, moment, pgTable, primaryKey, text } from '@tally/infra/sql';

export const imports = pgTable('emote_imports', {
  id: text('id').primaryKey(),
  serverId: text('server_id').$type<ServerId>().notNull(),
  platform: text('platform').$type<EmotePlatform>().notNull(),
  streamer: text('streamer').notNull(),
  requestedBy: text('requested_by').$type<UserId>(),
  roleId: text('role_id').$type<RoleId>(),
  state: text('state').$type<ImportState>().notNull(),
  createdAt: moment('created_at').notNull(),
  endedAt: moment('ended_at'),
  resumesAt: moment('resumes_at'),
  busyUntil: moment('busy_until'),
});

export const items = pgTable(
  'emote_import_items',
  {
    importId: text('import_id').notNull(),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    emoteName: text('emote_name').notNull(),
    url: text('url').notNull(),
    animated: boolean('animated').notNull(),
    state: text('state').$type<ImportedEmote['state']>().notNull().default('waiting'),
    reason: text('reason').$type<ImportReason>(),
    emojiId: text('emoji_id'),
    askedAt: moment('asked_at'),
  },
  (table) => [primaryKey({ columns: [table.importId, table.position] })],
);

export type ImportRow = typeof imports.$inferSelect;
export type ItemRow = typeof items.$inferSelect;
