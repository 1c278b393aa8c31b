import { z } from 'zod';
import { anyone, staff } from '../wire/access.ts';
import { sentence } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { count, line, Slug } from '../wire/fields.ts';
import { locales } from '../wire/locales.ts';

/** `languages` lists the languages in which the text exists. Other readers see the English one. */
const told = { title: z.string(), summary: z.string(), languages: z.array(z.enum(locales)) };

/** A page as a list entry. */
export const DocLink = z.object({ section: Slug, page: Slug, ...told }).meta({ id: 'DocLink' });
export type DocLink = z.infer<typeof DocLink>;

export const DocSection = z.object({ section: Slug, ...told, pages: z.array(DocLink) }).meta({ id: 'DocSection' });
export type DocSection = z.infer<typeof DocSection>;

/**
 * A whole page: Markdown with the lists that the program generates. `anchors` are its headings' anchors, the same in
 * every language.
 */
export const Doc = DocLink.extend({ markdown: z.string(), anchors: z.array(z.string()) }).meta({ id: 'Doc' });
export type Doc = z.infer<typeof Doc>;

/** A search result. `anchor` is null for the beginning of a page. */
export const DocHit = DocLink.extend({
  heading: z.string().nullable(),
  anchor: z.string().nullable(),
  /** The best matching sentence, in pieces. Matching pieces are marked. */
  sentence: z.array(z.object({ text: z.string(), isMatch: z.boolean() })),
}).meta({ id: 'DocHit' });
export type DocHit = z.infer<typeof DocHit>;

const ofPage = z.object({ section: Slug, page: Slug });

/** Readers' ratings of a page. `sentences` contains the newest ones. */
export const DocRating = DocLink.omit({ summary: true, languages: true })
  .extend({
    helpful: count,
    unhelpful: count,
    sentences: z.array(
      z.object({ text: z.string(), isHelpful: z.boolean(), locale: z.enum(locales), day: z.iso.date() }),
    ),
  })
  .meta({ id: 'DocRating' });
export type DocRating = z.infer<typeof DocRating>;

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
    summary: 'The best matching pages and sections of the handbook.',
    access: anyone,
    query: z.object({ query: line(200, 0) }),
    reply: z.array(DocHit),
  }),
  getDoc: endpoint({
    method: 'GET',
    path: '/data/docs/{section}/{page}',
    summary: 'One page of the handbook, as Markdown.',
    access: anyone,
    params: ofPage,
    reply: Doc,
  }),
  rateDoc: endpoint({
    method: 'POST',
    path: '/data/docs/{section}/{page}/helpful',
    summary: 'Rates a page, or reports missing information. No person is stored, and an address counts once a day.',
    access: anyone,
    params: ofPage,
    body: z.object({ isHelpful: z.boolean(), sentence: line(300).optional() }),
    reply: sentence,
  }),
  listDocRatings: endpoint({
    method: 'GET',
    path: '/admin/docs/ratings',
    summary: "Readers' ratings of the handbook, most unhelpful pages first.",
    access: staff,
    reply: z.array(DocRating),
  }),
} as const satisfies Home;
