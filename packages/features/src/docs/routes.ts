import { docs } from '@tally/contract';
import { shareImages } from '@tally/infra/pictures';
import { implement, say } from '@tally/kernel';
import { findDocs, findSection, getDoc, listDocs, listRatings, rateDoc } from './service.ts';

const MOST_HITS = 12;

export const routes = implement(docs, {
  listDocs: async (ctx) => await listDocs(ctx),
  searchDocs: async (ctx, { query }) => await findDocs(ctx, query.query, MOST_HITS),
  getDoc: async (ctx, { params }) => await getDoc(ctx, params),
  async rateDoc(ctx, { params, body }) {
    await rateDoc(ctx, params, body);
    return say(ctx.locale, 'faq.rated');
  },
  listDocRatings: async (ctx) => await listRatings(ctx),
});

/** All pages of a section share one preview image. */
export const openPaths = [
  shareImages('docs', async (ctx, name) => {
    const { section, title, summary } = await findSection(ctx, name);
    return { id: section, title, line: summary };
  }),
];
