import { z } from 'zod';
import { anyone, staff } from './access.ts';
import { isoDate, page, sentence } from './codecs.ts';
import { endpoint, type Home } from './endpoint.ts';
import { bodyOf, line, link, Slug, text } from './fields.ts';

/** A changelog. */
export const News = z
  .object({
    identifier: Slug,
    title: line(200),
    date: isoDate,
    changes: z.array(text(1000, 1)).max(100),
    isPublic: z.boolean(),
    thumbnail: link.nullable(),
  })
  .meta({ id: 'News' });
export type News = z.infer<typeof News>;

const NewsBody = bodyOf(News, 'identifier', 'title', 'date', 'changes', 'isPublic').meta({ id: 'NewsBody' });
const NewsPatch = bodyOf(News.omit({ identifier: true })).meta({ id: 'NewsPatch' });
const named = z.object({ id: Slug });

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
    summary: 'All changelogs, drafts too.',
    access: staff,
    query: z.object(page),
    reply: z.array(News),
  }),
  addNews: endpoint({
    method: 'POST',
    path: '/data/news',
    summary: 'Adds a changelog.',
    access: staff,
    body: NewsBody,
    reply: sentence,
  }),
  updateNews: endpoint({
    method: 'PATCH',
    path: '/data/news/{id}',
    summary: 'Changes a changelog.',
    access: staff,
    params: named,
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
} as const satisfies Home;
