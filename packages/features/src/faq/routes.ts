import { faq } from '@tally/contract';
import { implement, requireUser, say } from '@tally/kernel';
import { askStaff, readQuestions, settle } from './service/ask.ts';
import { addFaq, rateFaq, removeFaq, updateFaq } from './service/edit.ts';
import { findFaq, getFaq, listFaq } from './service/find.ts';
import { listMissed } from './store/questions.ts';

const MISSED_SHOWN = 100;

export const routes = implement(faq, {
  searchFaq: async (ctx, { query }) => await findFaq(ctx, query),
  listFaq: async (ctx, { query }) => await listFaq(ctx, query),
  getFaq: async (ctx, { params, query }) => await getFaq(ctx, params.id, query.locale),
  listQuestions: async (ctx, { query }) => await readQuestions(ctx, query),
  listMissed: async (ctx) => await listMissed(ctx.db, MISSED_SHOWN),
  async askQuestion(ctx, { body }) {
    const reply = say(ctx.locale, 'faq.asked');
    await askStaff(ctx, requireUser(ctx).userId, body.question, reply);
    return reply;
  },
  async answerQuestion(ctx, { params, body }) {
    const reply = say(ctx.locale, body.answer === null ? 'faq.setAside' : 'faq.sent');
    await settle(ctx, params.questionId, { ...body, reply });
    return reply;
  },
  async addFaq(ctx, { body }) {
    const reply = say(ctx.locale, 'faq.saved');
    await addFaq(ctx, body, reply);
    return reply;
  },
  async updateFaq(ctx, { params, body }) {
    await updateFaq(ctx, params.id, body);
    return say(ctx.locale, 'faq.saved');
  },
  async removeFaq(ctx, { params, query }) {
    await removeFaq(ctx, params.id, query.locale);
    return say(ctx.locale, 'faq.removed');
  },
  async rateFaq(ctx, { params, body }) {
    await rateFaq(ctx, { identifier: params.id, userId: requireUser(ctx).userId, isHelpful: body.isHelpful });
    return say(ctx.locale, 'faq.rated');
  },
});
