interface Named {
  readonly streamerUserName: string;
}

/** As many as can be seen; who is meant is found by one more letter. */
const MOST = 8;

/** The names that fit best: those that begin with the words first. Thousands are looked through at each letter. */
export function bestMatches<S extends Named>(all: readonly S[], typed: string): S[] {
  const words = typed.trim().replace(/^@/, '').toLowerCase();
  if (words === '') return [];
  const found: { streamer: S; rank: number }[] = [];
  for (const streamer of all) {
    const at = streamer.streamerUserName.toLowerCase().indexOf(words);
    if (at >= 0) found.push({ streamer, rank: (at === 0 ? 0 : 1000) + streamer.streamerUserName.length });
  }
  return found
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MOST)
    .map(({ streamer }) => streamer);
}
