interface Named {
  readonly streamerUserName: string;
  readonly displayName: string | null;
}

/** As many results as fit on the screen. Another letter narrows the list. */
const MOST = 8;

/** Returns the best matching names, prefixes first. It searches thousands of names at each letter. */
export function bestMatches<S extends Named>(all: readonly S[], typed: string): S[] {
  const words = typed.trim().replace(/^@/, '').toLowerCase();
  if (words === '') return [];
  const found: { streamer: S; rank: number }[] = [];
  for (const streamer of all) {
    const rank = Math.min(rankOf(streamer.streamerUserName, words), rankOf(streamer.displayName ?? '', words));
    if (rank < Infinity) found.push({ streamer, rank });
  }
  return found
    .sort((one, other) => one.rank - other.rank)
    .slice(0, MOST)
    .map(({ streamer }) => streamer);
}

function rankOf(name: string, words: string): number {
  const at = name.toLowerCase().indexOf(words);
  return at < 0 ? Infinity : (at === 0 ? 0 : 1000) + name.length;
}
