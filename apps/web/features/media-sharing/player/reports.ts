import type { PlayerReport, PlayerSnapshot } from '@tally/contract/media-sharing/views';
import type { z } from 'zod';
import { apiPath } from '../../../lib/paths/paths.ts';

type Snapshot = z.output<typeof PlayerSnapshot>;
export type Report = Omit<z.input<typeof PlayerReport>, 'tab'>;

export interface Reports {
  /** Sends important reports in order, and retries them until they arrive. Positions are sent once. */
  readonly tell: (report: Report) => void;
  readonly takeOver: () => Promise<void>;
  readonly close: () => void;
}

const AGAIN_MS = 2_000;
const TIMEOUT_MS = 10_000;
const MOST_WAITING = 20;

export function createReports(about: {
  readonly token: string;
  readonly tab: string;
  /** Receives the answer and the start of its request: a snapshot pushed after that is newer. */
  readonly answered: (snapshot: Snapshot, askedAt: number) => void;
}): Reports {
  const { token, tab, answered } = about;
  const waiting: Report[] = [];
  const left = new AbortController();
  let isSending = false;
  let again: ReturnType<typeof setTimeout> | undefined;

  const send = async (path: string, body: object): Promise<boolean> => {
    const askedAt = performance.now();
    const answer = await fetch(apiPath(`/data/media/player/${token}/${path}`), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      credentials: 'omit',
      body: JSON.stringify(body),
      signal: AbortSignal.any([left.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    if (answer.ok) answered(((await answer.json()) as { data: Snapshot }).data, askedAt);
    // Only a server error or a rate limit is worth a retry; a rejected report is dropped.
    return answer.status < 500 && answer.status !== 429;
  };

  const work = async (): Promise<void> => {
    const [first] = waiting;
    if (!first || isSending || left.signal.aborted) return;
    isSending = true;
    const isDone = await send('reports', { tab, ...first }).catch(() => false);
    isSending = false;
    if (isDone || first.type === 'second') waiting.splice(waiting.indexOf(first), 1);
    if (isDone) return work();
    clearTimeout(again);
    again = setTimeout(() => void work(), AGAIN_MS);
  };

  return {
    tell(report) {
      if (report.type === 'second' && waiting.length > 0) return;
      waiting.push(report);
      // No report has arrived for a long time, so the oldest ones are dropped.
      if (waiting.length > MOST_WAITING) waiting.splice(isSending ? 1 : 0, 1);
      void work();
    },
    async takeOver() {
      // The failure is not reported: the person sees that nothing happens, and tries again.
      await send('lease', { tab }).catch(() => false);
    },
    close() {
      left.abort();
      clearTimeout(again);
    },
  };
}
