import type { DrawRecord } from './check.ts';

/** A draw as the API returns it. */
export interface ShownDraw {
  readonly number: number;
  readonly commitment: string;
  readonly seed: string | null;
  readonly sheetHash: string | null;
  readonly post: { readonly messageId: string } | null;
  readonly signature: string | null;
  readonly order: readonly { readonly key: string; readonly outcome: 'won' | 'passedOver' }[];
}

/** Returns the input of `checkDraw` for one draw. A redraw is compared with the sheet of the first draw. */
export function recordOf(
  draws: readonly ShownDraw[],
  draw: ShownDraw,
  sheets: { readonly own: string; readonly first: string },
): DrawRecord {
  const { number, commitment, seed, sheetHash, post, signature, order } = draw;
  const earlier = draws.filter((each) => each.number < number).flatMap((each) => each.order);
  const winners = earlier.flatMap(({ key, outcome }) => (outcome === 'won' ? [key] : []));
  return {
    commitment,
    seed: seed ?? '',
    sheet: sheets.own,
    sheetHash: sheetHash ?? '',
    postId: post?.messageId ?? null,
    signature,
    order: order.map(({ key, outcome }) => ({ key, won: outcome === 'won' })),
    before: number === 1 ? null : { sheet: sheets.first, winners },
  };
}
