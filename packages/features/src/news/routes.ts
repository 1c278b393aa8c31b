import { news } from '@tally/contract';
import { shareImageOf } from '@tally/infra/pictures';
import { implement, type OpenPath, say } from '@tally/kernel';
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

/** The preview image for links to a changelog: `/files/share/changelogs/<name>.png`. */
export const openPaths: readonly OpenPath[] = [
  {
    word: 'files/share/changelogs',
    async answer(ctx, { segments }) {
      const [, name = ''] = /^([\w-]{1,100})\.png$/.exec(segments.join('/')) ?? [];
      const { feedId, title, date } = await requirePublic(ctx, name);
      const words = { title, line: date.toISOString().slice(0, 10), site: ctx.config.SITE_NAME };
      const file = await shareImageOf(ctx, `changelogs/${feedId}`, words);
      return { file, headers: { 'cache-control': 'public, max-age=3600' } };
    },
  },
];
