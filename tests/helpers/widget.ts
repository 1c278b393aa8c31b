import { get, type IncomingMessage } from 'node:http';
import type { ChatEvent } from '@tally/contract';
import type { TestApi } from './api.ts';

export interface Widget {
  readonly status: number | undefined;
  events(): ChatEvent[];
  /** Returns how many heartbeats arrived. */
  beats(): number;
  /** Resolves with the code of a refusal. */
  refusal(): Promise<string>;
  leave(): void;
}

/** Opens a widget for a Kick chat on its own connection, without a login. */
export async function openWidget(api: TestApi, channel: string): Promise<Widget> {
  const left = new AbortController();
  const url = `http://127.0.0.1:${api.ctx.config.API_PORT}/data/chat/kick/${channel}`;
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    get(url, { agent: false, signal: left.signal }, resolve).on('error', reject),
  );
  let text = '';
  const read = async () => {
    for await (const part of answer.setEncoding('utf8')) text += part;
  };
  const reading = read().catch(() => undefined);
  return {
    status: answer.statusCode,
    events: () => [...text.matchAll(/^data: (.*)$/gm)].map(([, json = '']) => JSON.parse(json) as ChatEvent),
    beats: () => text.split(': \n\n').length - 1,
    async refusal() {
      await reading;
      return (JSON.parse(text) as { code: string }).code;
    },
    leave: () => left.abort(),
  };
}
