import { gather } from '@tally/infra/batch';
import { type Entered, type Entering, enterAll } from './enter-all.ts';

/**
 * Clicks that arrive during a write share the next transaction. All of them need the giveaway's row, so in separate
 * transactions each would wait for the disk.
 */
export const enterTogether = gather<Entering & { readonly giveawayId: string }, Entered>({
  name: 'giveaways/entries',
  most: 200,
  lineOf: ({ giveawayId }) => giveawayId,
  write: (ctx, batch) => enterAll(ctx, batch[0]?.giveawayId ?? '', batch),
});
