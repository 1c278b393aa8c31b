import { z } from 'zod';
import { anyone, staff } from '../wire/access.ts';
import { isoDate, page, sentence } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { bodyOf, line, link, RowId, Slug, text } from '../wire/fields.ts';
import { onVersion, versioned } from '../wire/record-version.ts';
import { Notice, NoticeBody, namedNotice, noticeVersion } from './notices.ts';

/** `/data/news/raw` and `/admin/changelogs/new` already exist, so neither word can be a name. */
const NewsName = Slug.refine((name) => name !== 'raw' && name !== 'new', 'must not be "raw" or "new"').meta({
  examples: ['november-update'],
});

/** The author's fields. On pages, a change that begins with `New: `, `Better: ` or `Fixed: ` gets that label. */
const NewsText = z.object({
  identifier: NewsName,
  title: line(200),
  date: isoDate,
  changes: z.array(text(1000, 1)).max(100),
  isPublic: z.boolean(),
  thumbnail: link.nullable(),
});

/** A changelog. */
export const News = NewsText.extend({
  /** The changelog's id in feeds, which stays the same when its URL changes. */
  feedId: z.uuid(),
}).meta({ id: 'News' });
export type News = z.infer<typeof News>;

export const NewsInDetail = News.extend({
  /** True if the changelog comes from the program's own release notes. */
  isImported: z.boolean(),
  lastEdited: isoDate,
  ...versioned,
}).meta({ id: 'NewsInDetail' });
export type NewsInDetail = z.infer<typeof NewsInDetail>;

export const NewsBody = bodyOf(NewsText, 'identifier', 'title', 'date', 'changes', 'isPublic').meta({ id: 'NewsBody' });
export type NewsBody = z.infer<typeof NewsBody>;
export const NewsPatch = bodyOf(NewsText.omit({ identifier: true })).meta({ id: 'NewsPatch' });
export type NewsPatch = z.infer<typeof NewsPatch>;
const named = z.object({ id: NewsName });

export const news = {
  listNews: endpoint({
    method: 'GET',
    path: '/data/news',
    summary: 'Published changelogs, newest first.',
    access: anyone,
    query: z.object(page),
    reply: z.array(News),
  }),
  listAllNews: endpoint({
    method: 'GET',
    path: '/data/news/raw',
    summary: 'All changelogs, including drafts.',
    access: staff,
    query: z.object(page),
    reply: z.array(NewsInDetail),
  }),
  addNews: endpoint({
    method: 'POST',
    path: '/data/news',
    summary: 'Adds a changelog.',
    access: staff,
    once: true,
    body: NewsBody,
    reply: sentence,
  }),
  updateNews: endpoint({
    method: 'PATCH',
    path: '/data/news/{id}',
    summary: 'Changes a changelog.',
    access: staff,
    params: named,
    query: z.object(onVersion),
    body: NewsPatch,
    reply: sentence,
  }),
  removeNews: endpoint({
    method: 'DELETE',
    path: '/data/news/{id}',
    summary: 'Deletes a changelog.',
    access: staff,
    params: named,
    reply: sentence,
  }),
  listNotices: endpoint({
    method: 'GET',
    path: '/data/notices',
    summary: 'Notices above every page: current, planned and past.',
    access: staff,
    reply: z.array(Notice),
  }),
  addNotice: endpoint({
    method: 'POST',
    path: '/data/notices',
    summary: 'Adds a notice above every page.',
    access: staff,
    once: true,
    body: NoticeBody,
    reply: z.object({ noticeId: RowId }),
  }),
  updateNotice: endpoint({
    method: 'PATCH',
    path: '/data/notices/{noticeId}',
    summary: 'Changes a line.',
    access: staff,
    params: namedNotice,
    query: noticeVersion,
    body: NoticeBody,
    reply: sentence,
  }),
  removeNotice: endpoint({
    method: 'DELETE',
    path: '/data/notices/{noticeId}',
    summary: 'Removes a notice.',
    access: staff,
    params: namedNotice,
    reply: sentence,
  }),
} as const satisfies Home;
