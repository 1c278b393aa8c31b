import { hearEvents } from './hear-events.ts';

/** A burst of changes (queued, sent, seen) causes one request. */
const CALM_MS = 250;

/**
 * Calls `refresh` after an event, and after an interruption, because events may have been missed. A hidden page waits
 * until it is visible. `isOver` recognizes the final event. Returns a stop function.
 */
export function followEvents(
  path: string,
  refresh: () => void,
  { isOver, onOver }: { isOver: (event: unknown) => boolean; onOver: () => void } = never,
): () => void {
  let calm: ReturnType<typeof setTimeout> | undefined;
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
  const show = () => {
    if (isBehind) catchUp();
  };
  const endHearing = hearEvents<unknown>({
    path,
    isPersonal: true,
    hear(event) {
      if (!isOver(event)) return soon();
      stop();
      onOver();
    },
    isOpen(isOpen) {
      if (isOpen && wasAway) soon();
      wasAway = !isOpen;
    },
  });

  const stop = () => {
    document.removeEventListener('visibilitychange', show);
    clearTimeout(calm);
    endHearing();
  };

  document.addEventListener('visibilitychange', show);
  return stop;
}

const never = { isOver: () => false, onOver: () => {} } as const;
