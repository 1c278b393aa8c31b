import { welcomeLeave } from '@tally/contract';
import { AppError, implement } from '@tally/kernel';
import { uploadCardPicture } from './service/card-picture.ts';
import { previewCard } from './service/preview-card.ts';

export const routes = implement(welcomeLeave, {
  previewCard: async (ctx, { params }) => ({ image: await previewCard(ctx, params.guildId, params.type) }),
  async uploadCardPicture(ctx, { params, file, signal }) {
    // The API layer already refuses a call without a file.
    if (!file) throw new AppError('badRequest');
    return await uploadCardPicture(ctx, params.guildId, { bytes: file.bytes, signal });
  },
});
