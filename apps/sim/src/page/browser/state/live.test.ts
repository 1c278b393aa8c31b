import { afterEach, expect, it, vi } from 'vitest';
import { loadMessages } from './control.ts';
import { listen } from './live.ts';
import { getState } from './store.ts';

afterEach(() => void vi.unstubAllGlobals());

it('a message that arrives while the channel is being loaded stands in it, although the answer was written before', async () => {
  const source = new EventTarget();
  // A function, because it is called with `new`.
  const Source = function () {
    return source;
  };
  vi.stubGlobal('EventSource', Source);
  const written: object[] = [];
  const answers: (() => void)[] = [];
  vi.stubGlobal('fetch', () => {
    const messages = [...written];
    return new Promise((resolve) => answers.push(() => resolve(Response.json({ messages }))));
  });
  listen();
  const loaded = loadMessages('welcome');
  const message = { id: '1', channel_id: 'welcome', content: 'Say hello.', author: { id: '2' } };
  written.push(message);
  const news = { type: 'MESSAGE_CREATE', world: 'discord', data: message };
  source.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(news) }));
  answers.shift()?.();
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  answers.shift()?.();
  await loaded;
  expect(getState().messages.get('welcome')).toEqual([message]);
  expect(answers).toEqual([]);
});
