import { bigint, boolean, index, integer, moment, pgTable, text } from '@tally/infra/sql';

export const users = pgTable('users', {
  id: text('id').primaryKey(),
  username: text('username').notNull(),
  globalName: text('global_name'),
  discriminator: text('discriminator').notNull(),
  /** Discord's image hash; `imageUrl` turns it into a URL. */
  avatar: text('avatar'),
  banner: text('banner'),
  accentColor: integer('accent_color'),
  email: text('email'),
  /** Null if the person has not chosen a language; each request's own language is used then. */
  locale: text('locale'),
  /** User flags: Partner, Premium, Staff, Developer, Beta, Owner. */
  badges: bigint('badges', { mode: 'bigint' }).notNull(),
  isBlacklisted: boolean('is_blacklisted').notNull(),
  newsByEmail: boolean('news_by_email').notNull().default(false),
  createdAt: moment('created_at').notNull(),
  lastLoginAt: moment('last_login_at').notNull(),
});

export const bellItems = pgTable(
  'bell_items',
  {
    id: bigint('id', { mode: 'bigint' }).generatedAlwaysAsIdentity().primaryKey(),
    userId: text('user_id').notNull(),
    severity: text('severity', { enum: ['info', 'warning', 'emergency'] }).notNull(),
    title: text('title').notNull(),
    message: text('message').notNull(),
    actionUrl: text('action_url'),
    isRead: boolean('is_read').notNull(),
    createdAt: moment('created_at').notNull(),
    key: text('key'),
  },
  (table) => [index('bell_items_user').on(table.userId, table.id.desc())],
);
