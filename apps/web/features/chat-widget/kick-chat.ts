import type { ChatEvent } from '@tally/contract/chat-widget';
import { apiPath } from '../../lib/paths.ts';
import { keepOpen } from './keep-open.ts';

/**
 * Reads a chat of Kick by way of our server. Not an `EventSource`: it hides the signs of life that the server sends, and
 * would send along who is logged in.
 */
export function hearKick({ channel, hear }: { channel: string; hear: (event: ChatEvent) => void }): () => void {
  const path = apiPath(`/data/chat/kick/${encodeURIComponent(channel)}`);
  return keepOpen(({ heard, works, lost }) => {
    const left = new AbortController();
    const read = async (): Promise<void> => {
      const headers = { accept: 'text/event-stream' };
      const answer = await fetch(path, { headers, credentials: 'omit', cache: 'no-store', signal: left.signal });
      if (!answer.ok || !answer.body) return;
      works();
      let rest = '';
      const texts = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let part = await texts.read(); !part.done; part = await texts.read()) {
        heard();
        const lines = (rest + part.value).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) if (line.startsWith('data: ')) tell(line.slice(6), hear);
      }
    };
    // Whatever it was: the next attempt may be luckier.
    const end = (): void => {
      if (!left.signal.aborted) lost();
    };
    read().then(end, end);
    return { close: () => left.abort() };
  });
}

function tell(json: string, hear: (event: ChatEvent) => void): void {
  const event = JSON.parse(json) as ChatEvent;
  // A newer server may say more than a page that has been open for days knows.
  if (event.type === 'line' || event.type === 'banned') hear(event);
}
