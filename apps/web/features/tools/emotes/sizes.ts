import { type EmoteSize, emoteSizes, emoteSizesOf } from '@tally/contract/emotes/sizes';
import type { Shown } from './api.ts';

type Source = Shown['source'];

/** A size with the sources whose selected emotes lack it, completely or in part. */
export interface SizeOffer {
  readonly size: EmoteSize;
  readonly isThere: boolean;
  /** The sources without this size, whose emotes keep their own size. */
  readonly without: readonly Source[];
}

export function offerSizes(emotes: readonly Pick<Shown, 'source'>[]): readonly SizeOffer[] {
  const sources = [...new Set(emotes.map(({ source }) => source))];
  return emoteSizes.map((size) => {
    const without = sources.filter((source) => !(emoteSizesOf[source] as readonly EmoteSize[]).includes(size));
    return { size, isThere: sources.length === 0 || without.length < sources.length, without };
  });
}

/** Returns the chosen size, or the next available one. The choice applies again when it becomes available. */
export const sizeFor = (wish: EmoteSize, offers: readonly SizeOffer[]): EmoteSize =>
  offers.some(({ size, isThere }) => size === wish && isThere)
    ? wish
    : (offers.findLast(({ isThere }) => isThere)?.size ?? wish);
