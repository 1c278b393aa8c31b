import { gather } from '@tally/infra/batch';
import { type Entered, type Entering, enterAll } from './enter-all.ts';

/**
 * Handles clicks that arrive during a write in one transaction. All of them lock the giveaway's row, so separate
 * transactions would each wait for the disk.
 */
export const enterTogether = gather<Entering & { readonly giveawayId: string }, Entered>({
  name: 'giveaways/entries',
  most: 200,
  lineOf: ({ giveawayId }) => giveawayId,
  write: (ctx, batch) => enterAll(ctx, batch[0]?.giveawayId ?? '', batch),
});
