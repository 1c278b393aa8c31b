import { type EmoteSize, emoteSizes, emoteSizesOf } from '@tally/contract/emote-sizes';
import type { Shown } from './api.ts';

type Source = Shown['source'];

/** A size that none of the chosen ones has, and whose they are; and sources of which only some of them have it. */
export interface SizeOffer {
  readonly size: EmoteSize;
  readonly isThere: boolean;
  /** Those that do without it: they come in the size they have. */
  readonly without: readonly Source[];
}

export function offerSizes(emotes: readonly Pick<Shown, 'source'>[]): readonly SizeOffer[] {
  const sources = [...new Set(emotes.map(({ source }) => source))];
  return emoteSizes.map((size) => {
    const without = sources.filter((source) => !(emoteSizesOf[source] as readonly EmoteSize[]).includes(size));
    return { size, isThere: sources.length === 0 || without.length < sources.length, without };
  });
}

/** What is wished, or the next size that is there: the wish stands again once it can be had. */
export const sizeFor = (wish: EmoteSize, offers: readonly SizeOffer[]): EmoteSize =>
  offers.some(({ size, isThere }) => size === wish && isThere)
    ? wish
    : (offers.findLast(({ isThere }) => isThere)?.size ?? wish);
