import { emotes } from '@tally/contract';
import { implement } from '@tally/kernel';
import { listEmotes } from './service/list.ts';

export const routes = implement(
  { listEmotes: emotes.listEmotes },
  { listEmotes: async (ctx, { params }) => await listEmotes(ctx, params) },
);
