import type { Shown } from '../api.ts';

export interface Places {
  readonly normal: number;
  readonly animated: number;
}

/** Kick does not report which emotes are animated. Only the file shows it, when the import adds it. */
const isKnown = ({ key }: Pick<Shown, 'key'>): boolean => !key.startsWith('kick/');

/** Returns the free slots after these emotes are added. `unknown` counts emotes that may need either kind. */
export function placesAfter(free: Places, emotes: readonly Pick<Shown, 'key' | 'animated'>[]) {
  const known = emotes.filter(isKnown);
  const animated = known.filter((emote) => emote.animated).length;
  const left: Places = { normal: free.normal - (known.length - animated), animated: free.animated - animated };
  const unknown = emotes.length - known.length;
  const lacking = unknown - (Math.max(0, left.normal) + Math.max(0, left.animated));
  return { left, unknown, isTooMany: left.normal < 0 || left.animated < 0 || lacking > 0 };
}
