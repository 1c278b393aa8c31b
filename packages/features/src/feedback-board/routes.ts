import { feedbackBoard } from '@tally/contract';
import { implement, say } from '@tally/kernel';
import { decide, merge } from './service/decide.ts';
import { findWishes, getWish } from './service/find.ts';
import { addComment, addWish, removeComment, removeWish, vote } from './service/write.ts';

export const routes = implement(feedbackBoard, {
  listWishes: async (ctx, { query }) => await findWishes(ctx, query),
  getWish: async (ctx, { params }) => await getWish(ctx, params.wishId),
  addWish: async (ctx, { body }) => await addWish(ctx, body),
  voteWish: async (ctx, { params, body }) => await vote(ctx, params.wishId, body.isWanted),
  async removeWish(ctx, { params }) {
    await removeWish(ctx, params.wishId, 'own');
    return say(ctx.locale, 'feedbackBoard.removed');
  },
  async addComment(ctx, { params, body }) {
    const reply = say(ctx.locale, 'feedbackBoard.commented');
    await addComment(ctx, params.wishId, body.text, reply);
    return reply;
  },
  async removeComment(ctx, { params }) {
    await removeComment(ctx, params, 'own');
    return say(ctx.locale, 'feedbackBoard.removed');
  },
  async takeWishAway(ctx, { params }) {
    await removeWish(ctx, params.wishId, 'any');
    return say(ctx.locale, 'feedbackBoard.removed');
  },
  async takeCommentAway(ctx, { params }) {
    await removeComment(ctx, params, 'any');
    return say(ctx.locale, 'feedbackBoard.removed');
  },
  async decideWish(ctx, { params, body }) {
    const reply = say(ctx.locale, 'feedbackBoard.decided');
    await decide(ctx, params.wishId, { ...body, reply });
    return reply;
  },
  async mergeWish(ctx, { params, body }) {
    const reply = say(ctx.locale, 'feedbackBoard.merged');
    await merge(ctx, params.wishId, body.into, reply);
    return reply;
  },
});
