import { docs } from '@tally/contract';
import { implement } from '@tally/kernel';
import { findDocs, getDoc, listDocs } from './service.ts';

const MOST_HITS = 12;

export const routes = implement(docs, {
  listDocs: async (ctx) => await listDocs(ctx),
  searchDocs: async (ctx, { query }) => await findDocs(ctx, query.query, MOST_HITS),
  getDoc: async (ctx, { params }) => await getDoc(ctx, params),
});
