import { z } from 'zod';
import { anyone } from './access.ts';
import { endpoint, type Home } from './endpoint.ts';
import { line, Slug } from './fields.ts';

const told = { title: z.string(), summary: z.string() };

/** A page as lists name it. */
export const DocLink = z.object({ section: Slug, page: Slug, ...told }).meta({ id: 'DocLink' });
export type DocLink = z.infer<typeof DocLink>;

export const DocSection = z.object({ section: Slug, ...told, pages: z.array(DocLink) }).meta({ id: 'DocSection' });
export type DocSection = z.infer<typeof DocSection>;

/** A whole page: Markdown in which the lists stand that the program makes itself. */
export const Doc = DocLink.extend({ markdown: z.string() }).meta({ id: 'Doc' });
export type Doc = z.infer<typeof Doc>;

/** Where something stands that somebody searched. `anchor` is null at the beginning of a page. */
export const DocHit = DocLink.extend({ heading: z.string().nullable(), anchor: z.string().nullable() }).meta({
  id: 'DocHit',
});
export type DocHit = z.infer<typeof DocHit>;

export const docs = {
  listDocs: endpoint({
    method: 'GET',
    path: '/data/docs',
    summary: 'The sections of the handbook and their pages.',
    access: anyone,
    reply: z.array(DocSection),
  }),
  searchDocs: endpoint({
    method: 'GET',
    path: '/data/docs/search',
    summary: 'The pages of the handbook that fit best, and where in them.',
    access: anyone,
    query: z.object({ query: line(200, 0) }),
    reply: z.array(DocHit),
  }),
  getDoc: endpoint({
    method: 'GET',
    path: '/data/docs/{section}/{page}',
    summary: 'One page of the handbook, as Markdown.',
    access: anyone,
    params: z.object({ section: Slug, page: Slug }),
    reply: Doc,
  }),
} as const satisfies Home;
