import type { Shown } from '../api.ts';

export interface Places {
  readonly normal: number;
  readonly animated: number;
}

/** Kick does not say which of its emotes are animated: only the file shows it, when it is added. */
const isKnown = ({ key }: Pick<Shown, 'key'>): boolean => !key.startsWith('kick/');

/** The slots left after adding these. `unknown` ones need a slot of either kind. */
export function placesAfter(free: Places, emotes: readonly Pick<Shown, 'key' | 'animated'>[]) {
  const known = emotes.filter(isKnown);
  const animated = known.filter((emote) => emote.animated).length;
  const left: Places = { normal: free.normal - (known.length - animated), animated: free.animated - animated };
  const unknown = emotes.length - known.length;
  const lacking = unknown - (Math.max(0, left.normal) + Math.max(0, left.animated));
  return { left, unknown, isTooMany: left.normal < 0 || left.animated < 0 || lacking > 0 };
}
