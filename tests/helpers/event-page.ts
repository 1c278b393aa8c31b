import { get, type IncomingMessage } from 'node:http';

/** Follows events over its own connection, like a page in a browser. */
export interface EventPage<Event> {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly events: readonly Event[];
  text(): string;
  isOver(): boolean;
  leave(): Promise<void>;
}

export async function openEvents<Event>(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<EventPage<Event>> {
  const left = new AbortController();
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    get(url, { agent: false, headers, signal: left.signal }, resolve).on('error', reject),
  );
  const events: Event[] = [];
  let text = '';
  let rest = '';
  let isOver = false;
  const read = async () => {
    for await (const part of answer.setEncoding('utf8')) {
      text += part;
      rest += part;
      const parts = rest.split('\n\n');
      rest = parts.pop() ?? '';
      for (const each of parts) if (each.startsWith('data: ')) events.push(JSON.parse(each.slice(6)) as Event);
    }
  };
  const reading = read()
    .catch(() => undefined)
    .finally(() => {
      isOver = true;
    });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    events,
    text: () => text,
    isOver: () => isOver,
    async leave() {
      left.abort();
      await reading;
    },
  };
}
