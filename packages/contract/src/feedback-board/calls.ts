import { z } from 'zod';
import { anyone, staff, user } from '../wire/access.ts';
import { isoDate, page, sentence } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { count, line, RowId, text } from '../wire/fields.ts';
import { wishKinds, wishStates } from './public-words.ts';

export const WishKind = z.enum(wishKinds);
export type WishKind = z.infer<typeof WishKind>;

export const WishState = z.enum(wishStates);
export type WishState = z.infer<typeof WishState>;

const WishText = z.object({ kind: WishKind, title: line(120), text: text(4000) });

/** A feature request or a bug report. */
export const Wish = WishText.extend({
  wishId: RowId,
  state: WishState,
  /** The staff's reason for the decision. */
  why: z.string().nullable(),
  decidedAt: isoDate.nullable(),
  votes: count,
  comments: count,
  /** True if the caller has voted for it. */
  isWanted: z.boolean(),
  isOwn: z.boolean(),
  /** Null if the account was deleted. */
  author: z.string().nullable(),
  createdAt: isoDate,
}).meta({ id: 'Wish' });
export type Wish = z.infer<typeof Wish>;

export const WishComment = z
  .object({
    commentId: RowId,
    text: z.string(),
    author: z.string().nullable(),
    isStaff: z.boolean(),
    isOwn: z.boolean(),
    createdAt: isoDate,
  })
  .meta({ id: 'WishComment' });
export type WishComment = z.infer<typeof WishComment>;

/** One post with its comments. For a merged post, returns the post into which it was merged. */
export const WishInDetail = Wish.extend({ said: z.array(WishComment) }).meta({ id: 'WishInDetail' });
export type WishInDetail = z.infer<typeof WishInDetail>;

export const WishBody = WishText.meta({ id: 'WishBody' });
export type WishBody = z.infer<typeof WishBody>;

const named = z.object({ wishId: RowId });
const commentOf = named.extend({ commentId: RowId });

export const feedbackBoard = {
  listWishes: endpoint({
    method: 'GET',
    path: '/data/feedback',
    summary: 'Ideas and bug reports. With words, the most similar ones.',
    access: anyone,
    query: z.object({
      search: line(200, 0).optional(),
      kind: WishKind.optional(),
      state: WishState.optional(),
      sort: z.enum(['votes', 'newest']).optional(),
      ...page,
    }),
    reply: z.array(Wish),
  }),
  getWish: endpoint({
    method: 'GET',
    path: '/data/feedback/{wishId}',
    summary: 'One post with its comments.',
    access: anyone,
    params: named,
    reply: WishInDetail,
  }),
  addWish: endpoint({
    method: 'POST',
    path: '/data/feedback',
    summary: 'Adds an idea or a bug report.',
    access: user,
    once: true,
    body: WishBody,
    reply: z.object({ wishId: RowId }),
  }),
  removeWish: endpoint({
    method: 'DELETE',
    path: '/data/feedback/{wishId}',
    summary: 'Deletes one of the caller’s own posts, while it has no votes or comments of others.',
    access: user,
    params: named,
    reply: sentence,
  }),
  voteWish: endpoint({
    method: 'PUT',
    path: '/data/feedback/{wishId}/vote',
    summary: 'Adds or removes a vote.',
    access: user,
    params: named,
    body: z.object({ isWanted: z.boolean() }),
    reply: z.object({ votes: count }),
  }),
  addComment: endpoint({
    method: 'POST',
    path: '/data/feedback/{wishId}/comments',
    summary: 'Adds a comment.',
    access: user,
    once: true,
    params: named,
    body: z.object({ text: text(2000, 1) }),
    reply: sentence,
  }),
  removeComment: endpoint({
    method: 'DELETE',
    path: '/data/feedback/{wishId}/comments/{commentId}',
    summary: 'Deletes one of the caller’s own comments.',
    access: user,
    params: commentOf,
    reply: sentence,
  }),
  takeWishAway: endpoint({
    method: 'DELETE',
    path: '/admin/feedback/{wishId}',
    summary: 'Deletes any post, with its votes and comments.',
    access: staff,
    params: named,
    reply: sentence,
  }),
  takeCommentAway: endpoint({
    method: 'DELETE',
    path: '/admin/feedback/{wishId}/comments/{commentId}',
    summary: 'Deletes anybody’s comment.',
    access: staff,
    params: commentOf,
    reply: sentence,
  }),
  decideWish: endpoint({
    method: 'PUT',
    path: '/admin/feedback/{wishId}/state',
    summary: 'Sets the decision on a post. Its voters get a notification. A declined post needs a reason.',
    access: staff,
    once: true,
    params: named,
    body: z.object({ state: WishState, why: text(500).nullable() }),
    reply: sentence,
  }),
  mergeWish: endpoint({
    method: 'PUT',
    path: '/admin/feedback/{wishId}/merge',
    summary: 'Merges a post into another one, with its votes and comments. A person who voted for both counts once.',
    access: staff,
    once: true,
    params: named,
    body: z.object({ into: RowId }),
    reply: sentence,
  }),
} as const satisfies Home;
