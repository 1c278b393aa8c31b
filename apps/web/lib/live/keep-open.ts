/** A connection that is reopened silently for as long as its page lives. */
export interface Attempt {
  /** Data arrived, so the connection is alive. */
  readonly heard: () => void;
  /** Called when the connection works, so the failure count restarts. */
  readonly works: () => void;
  /** The connection ended. It is reopened after a pause, or at once if the server asked for that. */
  readonly lost: (isAtOnce?: boolean) => void;
}

export interface Open {
  readonly close: () => void;
  /** Sends a ping. */
  readonly ask?: () => void;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
const SILENCE_MS = 45_000;
const BEAT_MS = 15_000;

/**
 * Returns the function that ends it. A network can drop without notice, so long silence counts as a lost connection.
 */
export function keepOpen(open: (attempt: Attempt) => Open, { longestPauseMs = LONGEST_PAUSE_MS } = {}): () => void {
  let current: (Open & Attempt) | undefined;
  let failures = 0;
  let heardAt = 0;
  let again: ReturnType<typeof setTimeout> | undefined;

  const begin = (): void => {
    let isOver = false;
    heardAt = Date.now();
    const attempt: Attempt = {
      heard: () => {
        if (!isOver) heardAt = Date.now();
      },
      works: () => {
        if (!isOver) failures = 0;
      },
      lost(isAtOnce = false) {
        if (isOver) return;
        isOver = true;
        own.close();
        // Thousands of pages lose the same server at the same time, so pauses are random.
        const pause = Math.min(longestPauseMs, FIRST_PAUSE_MS * 2 ** failures) * (0.5 + Math.random() / 2);
        failures += 1;
        again = setTimeout(begin, isAtOnce ? 0 : pause);
      },
    };
    const own = open(attempt);
    current = { ...own, ...attempt };
  };

  begin();
  const beat = setInterval(() => {
    if (Date.now() - heardAt > SILENCE_MS) current?.lost();
    else current?.ask?.();
  }, BEAT_MS);
  return () => {
    clearInterval(beat);
    clearTimeout(again);
    // A connection that closes now is not reopened.
    current?.close();
  };
}
