import type { NoticeAudience, NoticeSeverity } from '@tally/contract';
import { bigint, boolean, jsonb, moment, pgTable, text, uuid } from '@tally/infra/sql';

export const changelogs = pgTable('changelogs', {
  identifier: text('identifier').primaryKey(),
  feedId: uuid('feed_id').notNull(),
  title: text('title').notNull(),
  date: moment('date').notNull(),
  changes: jsonb('changes').$type<readonly string[]>().notNull(),
  isPublic: boolean('is_public').notNull(),
  thumbnail: text('thumbnail'),
  isImported: boolean('is_imported').notNull().default(false),
  editedAt: moment('edited_at').notNull(),
});

export const imports = pgTable('changelog_imports', { identifier: text('identifier').primaryKey() });

export const notices = pgTable('notices', {
  id: bigint('id', { mode: 'bigint' }).generatedAlwaysAsIdentity().primaryKey(),
  text: text('text').notNull(),
  href: text('href'),
  severity: text('severity').$type<NoticeSeverity>().notNull(),
  audience: text('audience').$type<NoticeAudience>().notNull(),
  from: moment('shown_from').notNull(),
  until: moment('shown_until'),
});

export type NoticeRow = typeof notices.$inferSelect;
export type ChangelogRow = typeof changelogs.$inferSelect;
