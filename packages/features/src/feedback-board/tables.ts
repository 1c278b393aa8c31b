import type { UserId, WishKind, WishState } from '@tally/contract';
import { bigint, boolean, integer, moment, pgTable, primaryKey, text } from '@tally/infra/sql';

export const wishes = pgTable('wishes', {
  id: bigint('id', { mode: 'bigint' }).generatedAlwaysAsIdentity().primaryKey(),
  kind: text('kind').$type<WishKind>().notNull(),
  title: text('title').notNull(),
  text: text('text').notNull(),
  userId: text('user_id').$type<UserId>(),
  createdAt: moment('created_at').notNull(),
  state: text('state').$type<WishState>().notNull().default('open'),
  why: text('why'),
  decidedAt: moment('decided_at'),
  votes: integer('votes').notNull().default(0),
  comments: integer('comments').notNull().default(0),
  mergedInto: bigint('merged_into', { mode: 'bigint' }),
});

export const wishVotes = pgTable(
  'wish_votes',
  {
    wishId: bigint('wish_id', { mode: 'bigint' }).notNull(),
    userId: text('user_id').$type<UserId>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.wishId, table.userId] })],
);

export const wishComments = pgTable('wish_comments', {
  id: bigint('id', { mode: 'bigint' }).generatedAlwaysAsIdentity().primaryKey(),
  wishId: bigint('wish_id', { mode: 'bigint' }).notNull(),
  userId: text('user_id').$type<UserId>().notNull(),
  text: text('text').notNull(),
  isStaff: boolean('is_staff').notNull(),
  createdAt: moment('created_at').notNull(),
});

export const wishWritings = pgTable('wish_writings', {
  userId: text('user_id').$type<UserId>().notNull(),
  what: text('what').$type<'wish' | 'comment'>().notNull(),
  at: moment('at').notNull(),
});

export type WishRow = typeof wishes.$inferSelect;
export type CommentRow = typeof wishComments.$inferSelect;
