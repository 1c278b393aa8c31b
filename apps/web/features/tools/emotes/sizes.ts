import { type EmoteSize, emoteSizes, emoteSizesOf } from '@tally/contract/emotes/sizes';
import type { Shown } from './api.ts';

type Source = Shown['source'];

/** A size that none of the selected emotes has, with their sources; and sources with only some in it. */
export interface SizeOffer {
  readonly size: EmoteSize;
  readonly isThere: boolean;
  /** The sources without this size: their emotes keep the size they have. */
  readonly without: readonly Source[];
}

export function offerSizes(emotes: readonly Pick<Shown, 'source'>[]): readonly SizeOffer[] {
  const sources = [...new Set(emotes.map(({ source }) => source))];
  return emoteSizes.map((size) => {
    const without = sources.filter((source) => !(emoteSizesOf[source] as readonly EmoteSize[]).includes(size));
    return { size, isThere: sources.length === 0 || without.length < sources.length, without };
  });
}

/** The chosen size, or the next one available. The choice applies again once it is available. */
export const sizeFor = (wish: EmoteSize, offers: readonly SizeOffer[]): EmoteSize =>
  offers.some(({ size, isThere }) => size === wish && isThere)
    ? wish
    : (offers.findLast(({ isThere }) => isThere)?.size ?? wish);
