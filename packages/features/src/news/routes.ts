import { news } from '@tally/contract';
import { shareImages } from '@tally/infra/pictures';
import { implement, say } from '@tally/kernel';
import { addNews, removeNews, updateNews } from './service/edit.ts';
import { addNotice, listNotices, removeNotice, updateNotice } from './service/notices.ts';
import { readAllNews, readNews, requirePublic } from './service/read.ts';

export const routes = implement(news, {
  listNews: async (ctx, { query }) => await readNews(ctx, query),
  listAllNews: async (ctx, { query }) => await readAllNews(ctx, query),
  async addNews(ctx, { body }) {
    const reply = say(ctx.locale, 'news.saved');
    await addNews(ctx, body, reply);
    return reply;
  },
  async updateNews(ctx, { params, query, body }) {
    await updateNews(ctx, params.id, { patch: body, version: query.version });
    return say(ctx.locale, 'news.saved');
  },
  async removeNews(ctx, { params }) {
    await removeNews(ctx, params.id);
    return say(ctx.locale, 'news.removed');
  },
  listNotices: async (ctx) => await listNotices(ctx),
  addNotice: async (ctx, { body }) => await addNotice(ctx, body),
  async updateNotice(ctx, { params, query, body }) {
    await updateNotice(ctx, params.noticeId, { body, version: query.version });
    return say(ctx.locale, 'news.noticeSaved');
  },
  async removeNotice(ctx, { params }) {
    await removeNotice(ctx, params.noticeId);
    return say(ctx.locale, 'news.noticeRemoved');
  },
});

export const openPaths = [
  shareImages('changelogs', async (ctx, name) => {
    const { feedId, title, date } = await requirePublic(ctx, name);
    return { id: feedId, title, line: date.toISOString().slice(0, 10) };
  }),
];
