import { welcomeLeave } from '@tally/contract';
import { implement } from '@tally/kernel';
import { previewCard } from './service/preview-card.ts';

export const routes = implement(welcomeLeave, {
  previewCard: async (ctx, { params }) => ({ image: await previewCard(ctx, params.guildId, params.type) }),
});
