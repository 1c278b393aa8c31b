import type { BlogReaction, UserId } from '@tally/contract';
import { bigint, boolean, date, integer, jsonb, moment, pgTable, primaryKey, text, uuid } from '@tally/infra/sql';

const postId = () => bigint('post_id', { mode: 'bigint' }).notNull();

export const posts = pgTable('blog_posts', {
  id: bigint('id', { mode: 'bigint' }).generatedAlwaysAsIdentity().primaryKey(),
  identifier: text('identifier').notNull(),
  feedId: uuid('feed_id').notNull(),
  title: text('title').notNull(),
  content: text('content').notNull(),
  authorName: text('author_name').notNull(),
  authorIcon: text('author_icon').notNull(),
  thumbnail: text('thumbnail'),
  tags: jsonb('tags').$type<readonly string[]>().notNull(),
  isPinned: boolean('is_pinned').notNull(),
  isPublic: boolean('is_public').notNull(),
  publishAt: moment('publish_at'),
  revision: integer('revision').notNull(),
  views: integer('views').notNull().default(0),
  createdAt: moment('created_at').notNull(),
  editedAt: moment('edited_at').notNull(),
});

export const oldNames = pgTable('blog_old_names', {
  identifier: text('identifier').primaryKey(),
  postId: postId(),
});

export const revisions = pgTable(
  'blog_revisions',
  {
    postId: postId(),
    revision: integer('revision').notNull(),
    /** The post's text as the API sent it. */
    text: jsonb('text').$type<unknown>().notNull(),
    savedAt: moment('saved_at').notNull(),
    savedBy: text('saved_by').$type<UserId>(),
  },
  (table) => [primaryKey({ columns: [table.postId, table.revision] })],
);

export const reactions = pgTable(
  'blog_reactions',
  {
    postId: postId(),
    userId: text('user_id').$type<UserId>().notNull(),
    reaction: text('reaction').$type<BlogReaction>().notNull(),
    reactedAt: moment('reacted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.postId, table.userId] })],
);

export const viewers = pgTable(
  'blog_viewers',
  {
    day: date('day', { mode: 'string' }).notNull(),
    postId: postId(),
    viewer: text('viewer').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.postId, table.viewer] })],
);

export const salts = pgTable('blog_salts', {
  day: date('day', { mode: 'string' }).primaryKey(),
  salt: text('salt').notNull(),
});

export type PostRow = typeof posts.$inferSelect;
export type NewPost = Omit<typeof posts.$inferInsert, 'id' | 'views'>;
