import { about, type Trouble } from './about.ts';

let offset = about.offset;
let troubles = about.troubles;
const listeners = new Set<() => void>();

/** Returns milliseconds by the simulated clock, which tests move. */
export const now = (): number => performance.now() + offset;

export const troubleOf = (kind: Trouble['kind']): Trouble | undefined =>
  troubles.find((each) => each.kind === kind && (each.video === null || each.video === about.videoId));

/** Calls `run` when a fault starts or ends. */
export const whenTroubled = (run: () => void): void => void listeners.add(run);

interface Told {
  readonly world: string;
  readonly type: string;
  readonly data: unknown;
}

const source = new EventSource(`/control/events?world=${about.world}`);
source.addEventListener('message', ({ data }: MessageEvent<string>) => {
  const told = JSON.parse(data) as Told;
  if (told.type === 'CLOCK_MOVED') offset = (told.data as { offset: number }).offset;
  if (told.type === 'SIGNAL') replace((told.data as { troubles: readonly Trouble[] }).troubles);
});
// Reads changes that happened between the page load and this connection.
source.addEventListener('open', () => {
  void ask<{ offset: number }>('/control/clock').then((clock) => (offset = clock.offset));
  void ask<{ troubles: readonly Trouble[] }>(`/control/state?world=${about.world}`).then((state) =>
    replace(state.troubles),
  );
});

async function ask<T>(path: string): Promise<T> {
  return (await (await fetch(path)).json()) as T;
}

function replace(next: readonly Trouble[]): void {
  troubles = next;
  for (const run of listeners) run();
}
