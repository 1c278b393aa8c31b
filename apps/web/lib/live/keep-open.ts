/** A connection that reopens silently as long as its page is open. */
export interface Attempt {
  /** Called when data arrives, which shows that the connection is alive. */
  readonly heard: () => void;
  /** Called when the connection works, which resets the failure count. */
  readonly works: () => void;
  /** Called when the connection ends. It reopens after a pause, or immediately if the server asked for that. */
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

/** Returns a stop function. A network can fail without notice, so a long silence counts as a lost connection. */
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
        // Pauses are random, because thousands of pages lose the same server at the same time.
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
    // From now on, a closing connection is not reopened.
    current?.close();
  };
}
