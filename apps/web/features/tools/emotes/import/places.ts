import type { Shown } from '../api.ts';

export interface Places {
  readonly normal: number;
  readonly animated: number;
}

/** Kick keeps to itself which of its emotes move: only the picture shows it, when it is added. */
const isKnown = ({ key }: Pick<Shown, 'key'>): boolean => !key.startsWith('kick/');

/** What would be left after adding these. `unknown` ones need a place of either kind. */
export function placesAfter(free: Places, emotes: readonly Pick<Shown, 'key' | 'animated'>[]) {
  const known = emotes.filter(isKnown);
  const animated = known.filter((emote) => emote.animated).length;
  const left: Places = { normal: free.normal - (known.length - animated), animated: free.animated - animated };
  const unknown = emotes.length - known.length;
  const lacking = unknown - (Math.max(0, left.normal) + Math.max(0, left.animated));
  return { left, unknown, isTooMany: left.normal < 0 || left.animated < 0 || lacking > 0 };
}
