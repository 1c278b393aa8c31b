import { clips } from '@tally/contract';
import { implement } from '@tally/kernel';
import { showClip } from './service/download.ts';

export const routes = implement(clips, {
  showClip: async (ctx, { params }) => await showClip(ctx, params.platform, params.clipId),
});
