import type { Ctx } from '@tally/kernel';
import type { Batches, Gathering } from './batches.ts';

export { type Batches, createBatches, type Gathering, type Pace } from './batches.ts';

declare module '@tally/kernel' {
  interface Ctx {
    readonly batches: Batches;
  }
}

/** Declares a gathering. The returned function adds one item and resolves when it is written. */
export const gather =
  <Item, Answer = void>(gathering: Gathering<Item, Answer>) =>
  (ctx: Ctx, item: Item): Promise<Answer> =>
    ctx.batches.add(gathering, ctx, item);
