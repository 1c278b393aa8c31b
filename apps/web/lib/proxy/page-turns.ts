/** One thread renders all pages, so rendering more at once would delay them all. */
const STRANGERS_AT_ONCE = 4;
/** How many pages may wait per address, and for all addresses together. */
const WAITING_OF_ONE = 20;
const WAITING = 200;
/** People with a session only wait if their address already renders this many pages. */
const MEMBERS_OF_ONE = 8;
/** The maximum time of a turn, so a slow reader does not block others. */
const LONGEST_TURN_MS = 2_000;

export interface PageRequest {
  /** The client's address. */
  readonly address: string;
  readonly hasSession: boolean;
  readonly begin: () => void;
  /** Refuses the request, because too many are waiting. */
  readonly refuse: () => void;
}

export interface PageTurns {
  /** Queues a page. Returns a function that ends its turn, once the page is sent or no longer wanted. */
  enter(request: PageRequest): () => void;
}

/** Decides the order of rendering. People with a session go first; others go a few at a time, in order. */
export function createPageTurns(after: (ms: number, work: () => void) => () => void): PageTurns {
  const line: { request: PageRequest; begin: () => void }[] = [];
  const members = new Map<string, number>();
  let running = 0;
  const count = (address: string, by: number): void => {
    const now = (members.get(address) ?? 0) + by;
    if (now > 0) members.set(address, now);
    else members.delete(address);
  };
  const next = (): void => {
    while (running < STRANGERS_AT_ONCE && line.length > 0) {
      running += 1;
      line.shift()?.begin();
    }
  };
  return {
    enter(request) {
      const { address, hasSession } = request;
      if (hasSession && (members.get(address) ?? 0) < MEMBERS_OF_ONE) {
        count(address, 1);
        request.begin();
        return once(() => count(address, -1));
      }
      const ofOne = line.filter((each) => each.request.address === address).length;
      if (ofOne >= WAITING_OF_ONE || line.length >= WAITING) {
        request.refuse();
        return () => undefined;
      }
      let cancel = (): void => undefined;
      const end = once(() => {
        cancel();
        running -= 1;
        next();
      });
      const waiting = {
        request,
        begin() {
          cancel = after(LONGEST_TURN_MS, end);
          request.begin();
        },
      };
      line.push(waiting);
      next();
      return () => {
        const place = line.indexOf(waiting);
        if (place < 0) return end();
        line.splice(place, 1);
      };
    },
  };
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
