import { afterEach, expect, it, vi } from 'vitest';
import { loadMessages } from './control.ts';
import { listen } from './live.ts';
import { getState } from './store.ts';

afterEach(() => void vi.unstubAllGlobals());

it('a message that arrives during the load of its channel is shown, although the answer is older', async () => {
  const source = new EventTarget();
  // This is a function expression, because it is called with `new`.
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

it('a reaction that the answer already includes counts once, and its removal too', async () => {
  const source = new EventTarget();
  const Source = function () {
    return source;
  };
  vi.stubGlobal('EventSource', Source);
  const emoji = { id: null, name: '⭐' };
  const reactions = [{ emoji, count: 2, users: ['2', '3'] }];
  const message = { id: '1', channel_id: 'stars', content: 'Look.', author: { id: '2' }, reactions };
  vi.stubGlobal('fetch', async () => Response.json({ messages: [message] }));
  listen();
  await loadMessages('stars');
  const tell = (type: string, userId: string) => {
    const data = { channel_id: 'stars', message_id: '1', user_id: userId, emoji };
    const news = { type, world: 'discord', data };
    source.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(news) }));
    return getState()
      .messages.get('stars')?.[0]
      ?.reactions?.map(({ count }) => count);
  };
  expect(tell('MESSAGE_REACTION_ADD', '3')).toEqual([2]);
  expect(tell('MESSAGE_REACTION_ADD', '4')).toEqual([3]);
  expect(tell('MESSAGE_REACTION_REMOVE', '4')).toEqual([2]);
  expect(tell('MESSAGE_REACTION_REMOVE', '4')).toEqual([2]);
});
