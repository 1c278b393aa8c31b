import type { ChangeSubject } from '@tally/contract';
import { bigint, boolean, index, integer, jsonb, pgTable, text, timestamp } from '@tally/infra/sql';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const servers = pgTable('servers', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  /** Image hashes as Discord has them; they become URLs on reading. */
  icon: text('icon'),
  banner: text('banner'),
  ownerId: text('owner_id'),
  memberCount: integer('member_count').notNull(),
  /** Null: not chosen, so the default language applies. */
  locale: text('locale'),
  isBlacklisted: boolean('is_blacklisted').notNull(),
  overrideBranding: boolean('override_branding').notNull(),
  isListed: boolean('is_listed').notNull().default(false),
  /** Rises with every change of a setting. */
  version: integer('version').notNull(),
  joinedAt: moment('joined_at').notNull(),
  /** When the bot was removed; null while it is in. */
  leftAt: moment('left_at'),
});

export const serverChanges = pgTable(
  'server_changes',
  {
    id: bigint('id', { mode: 'bigint' }).generatedAlwaysAsIdentity().primaryKey(),
    serverId: text('server_id').notNull(),
    /** Null: the program itself, or a person whose account was deleted. */
    userId: text('user_id'),
    isOurs: boolean('is_ours').notNull().default(false),
    what: text('what').notNull(),
    /** Identifies one of several records. */
    subject: jsonb('subject').$type<ChangeSubject>(),
    /** By the names of the fields; null: it did not exist, or was not set. */
    before: jsonb('before').$type<Readonly<Record<string, unknown>>>(),
    after: jsonb('after').$type<Readonly<Record<string, unknown>>>(),
    at: moment('at').notNull(),
  },
  (table) => [
    index('server_changes_server').on(table.serverId, table.id.desc()),
    index('server_changes_user').on(table.userId),
  ],
);
