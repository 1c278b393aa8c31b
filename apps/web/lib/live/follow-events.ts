/** A burst of changes (queued, sent, seen) becomes one question. */
const CALM_MS = 250;
/** A refused stream is final for the browser: too many pages are open, or the API is just starting. */
const AGAIN_MS = 15_000;

/**
 * Calls `refresh` after an event of the stream, and after the stream was away, because events may have been missed. A
 * hidden page waits until it is visible. `isOver` recognizes the event that ends it for good. Returns the function that
 * stops it.
 */
export function followEvents(
  address: string,
  refresh: () => void,
  { isOver, onOver }: { isOver: (data: string) => boolean; onOver: () => void } = never,
): () => void {
  let events: EventSource;
  let calm: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let wasAway = false;
  let isBehind = false;

  const catchUp = () => {
    isBehind = document.hidden;
    if (!isBehind) refresh();
  };
  const soon = () => {
    clearTimeout(calm);
    calm = setTimeout(catchUp, CALM_MS);
  };
  const open = () => {
    events = new EventSource(address);
    events.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (!isOver(String(data))) return soon();
      stop();
      onOver();
    });
    events.addEventListener('open', () => {
      if (wasAway) soon();
      wasAway = false;
    });
    events.addEventListener('error', () => {
      wasAway = true;
      if (events.readyState === EventSource.CLOSED) again = setTimeout(open, AGAIN_MS);
    });
  };
  const show = () => {
    if (isBehind) catchUp();
  };

  const stop = () => {
    document.removeEventListener('visibilitychange', show);
    clearTimeout(calm);
    clearTimeout(again);
    events.close();
  };

  open();
  document.addEventListener('visibilitychange', show);
  return stop;
}

const never = { isOver: () => false, onOver: () => {} } as const;
