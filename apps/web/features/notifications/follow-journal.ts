/** A burst of changes (queued, sent, seen) becomes one question. */
const CALM_MS = 250;
/** A refused stream is final for the browser: too many pages are open, or the API is just starting. */
const AGAIN_MS = 15_000;

/**
 * Calls `refresh` when the journal has changed, and when it may have: the stream was away for a while. A page that
 * nobody sees waits until somebody does. Returns how to stop.
 */
export function followJournal(address: string, refresh: () => void): () => void {
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
    events.addEventListener('message', soon);
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

  open();
  document.addEventListener('visibilitychange', show);
  return () => {
    document.removeEventListener('visibilitychange', show);
    clearTimeout(calm);
    clearTimeout(again);
    events.close();
  };
}
