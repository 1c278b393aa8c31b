import { apiPath } from '../paths/paths.ts';
import { keepOpen } from './keep-open.ts';

export interface Hearing<Event> {
  /** The stream's path in the API. */
  readonly path: string;
  readonly hear: (event: Event) => void;
  /** Called when the stream opens and closes. */
  readonly isOpen?: (isOpen: boolean) => void;
  /** Called if the server refuses with this status. Return true to stop retrying. */
  readonly refused?: (status: number) => boolean;
  readonly longestPauseMs?: number;
  /** Sends the session token. Without it, the server treats the request as logged out. */
  readonly isPersonal?: boolean;
}

/**
 * Reads a stream of events from our server, and reconnects. `EventSource` is unsuitable, because it hides heartbeats
 * and the status of a refusal, and always sends the session.
 */
export function hearEvents<Event>(about: Hearing<Event>): () => void {
  const { path, hear, isOpen, refused, longestPauseMs, isPersonal = false } = about;
  return keepOpen(
    ({ heard, works, lost }) => {
      const left = new AbortController();
      const read = async (): Promise<void> => {
        const headers = { accept: 'text/event-stream' };
        const credentials = isPersonal ? 'same-origin' : 'omit';
        const answer = await fetch(apiPath(path), { headers, credentials, cache: 'no-store', signal: left.signal });
        if (!answer.ok && refused?.(answer.status)) return left.abort();
        if (!answer.ok || !answer.body) return;
        works();
        isOpen?.(true);
        let rest = '';
        const texts = answer.body.pipeThrough(new TextDecoderStream()).getReader();
        for (let part = await texts.read(); !part.done; part = await texts.read()) {
          heard();
          const lines = (rest + part.value).split('\n');
          rest = lines.pop() ?? '';
          for (const line of lines) {
            if (left.signal.aborted) return;
            if (line.startsWith('data: ')) hear(JSON.parse(line.slice(6)) as Event);
          }
        }
      };
      // The next attempt may succeed after any failure.
      const end = (): void => {
        if (left.signal.aborted) return;
        isOpen?.(false);
        lost();
      };
      read().then(end, end);
      return { close: () => left.abort() };
    },
    longestPauseMs === undefined ? {} : { longestPauseMs },
  );
}
