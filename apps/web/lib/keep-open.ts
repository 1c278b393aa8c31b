/** A way to hear something, opened again and again for as long as its page lives, without anybody being told. */
export interface Attempt {
  /** Something came, so the connection is alive. */
  readonly heard: () => void;
  /** It works: the next failure is a first one again. */
  readonly works: () => void;
  /** It is over, and another one begins: after a while, or at once where the other side asked for it. */
  readonly lost: (isAtOnce?: boolean) => void;
}

export interface Open {
  readonly close: () => void;
  /** Asks for a sign of life. */
  readonly ask?: () => void;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
const SILENCE_MS = 45_000;
const BEAT_MS = 15_000;

/** Answers what ends it. A network that goes away tells nobody: what is silent for too long is lost. */
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
        // Thousands of pages lose the same server at the same moment.
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
    // What closes now is not opened again.
    current?.close();
  };
}
