import { type TestApi, testApi } from '@tally/tests/api';
import { openWidget, type Widget } from '@tally/tests/widget';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';

/** Tests widgets that also read Kick's own chat: its extra events, and the fallback if it is unavailable. */
let api: TestApi;
const waiting = { timeout: 60_000, interval: 10 };
const kick = (action: string, body: object) => api.sim.worlds.get('kick')?.controls[action]?.(body);
const summary = () =>
  api.sim.worlds.get('kick')?.summary() as {
    realtime: string[][];
    subscriptions: number;
    deliveries: { event: string; outcome: string }[];
  };
const say = (content: string) =>
  (kick('chat', { who: 'xqc', by: 'late-latency', content }) as { message_id: string }).message_id;

beforeAll(async () => {
  api = await testApi({ isWorking: true, beatMs: 100, env: { KICK_UNOFFICIAL_CHAT: 'on' } });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.reset();
  hook();
});
const leaving: Widget[] = [];
afterEach(async () => {
  for (const each of leaving.splice(0)) each.leave();
  await noReaders();
});

const hook = (url: string | null = `http://127.0.0.1:${api.ctx.config.API_PORT}/webhooks/kick`) =>
  kick('callback', { url });
async function open(): Promise<Widget> {
  const widget = await openWidget(api, 'xqc');
  leaving.push(widget);
  return widget;
}
const isRead = () => vi.waitFor(() => expect(summary().realtime).toEqual([['chatrooms.2676.v2']]), waiting);
const delivered = () =>
  summary().deliveries.filter(({ event, outcome }) => event === 'chat.message.sent' && outcome === 'delivered').length;
const noReaders = () => vi.waitFor(() => expect(summary().realtime).toEqual([]), waiting);
const isPushed = () => vi.waitFor(() => expect(summary().subscriptions).toBeGreaterThan(1), waiting);
const shows = (widget: Widget, ...expected: object[]) =>
  vi.waitFor(() => expect(widget.events()).toEqual(expected.map((each) => expect.objectContaining(each))), waiting);
const line = (text: string) => ({ type: 'line', text });

it('a deleted line disappears at once; one that arrives both ways is shown once', async () => {
  const [widget, other] = [await open(), await open()];
  await Promise.all([isRead(), isPushed()]);
  const id = say('to be deleted');
  kick('delete-line', { who: 'xqc', id });
  say('stays');
  // Once this push has arrived, the pushes of the two lines have also arrived.
  await vi.waitFor(() => expect(delivered()).toBe(2), waiting);
  kick('clear-chat', { who: 'xqc' });
  for (const each of [widget, other])
    await shows(each, line('to be deleted'), { type: 'removed', id }, line('stays'), { type: 'cleared' });
});

it('a push that arrives after the line was deleted does not restore it', async () => {
  const widget = await open();
  await Promise.all([isRead(), isPushed()]);
  kick('realtime', { do: 'zombie' });
  kick('webhooks', { do: 'reorder', next: 1, amount: 1 });
  const id = say('only pushed, and late');
  kick('realtime', { do: 'alive' });
  kick('delete-line', { who: 'xqc', id });
  await shows(widget, { type: 'removed', id });
  kick('calm', {});
  await vi.waitFor(() => expect(delivered()).toBe(1), waiting);
  say('after');
  await shows(widget, { type: 'removed', id }, line('after'));
});

it('webhooks are used while the socket is away, without a notice', async () => {
  const widget = await open();
  await Promise.all([isRead(), isPushed()]);
  kick('trouble', { kind: 'block', minutes: 5 });
  kick('realtime', { do: 'drop' });
  await noReaders();
  say('by webhook');
  await shows(widget, line('by webhook'));
  kick('ban', { who: 'xqc', by: 'late-latency' });
  await shows(widget, line('by webhook'), { type: 'banned' });
  expect(widget.status).toBe(200);
});

it('a chat that cannot be pushed is read all the same, and so is the 801st', async () => {
  hook(null);
  await api.ctx.db.execute(`insert into heard_chats (platform, channel_id, until)
    select 'kick', 'filler-' || n, now() + interval '1 hour' from generate_series(1, 800) n`);
  const widget = await open();
  await isRead();
  say('without a push');
  await shows(widget, line('without a push'));
  expect(summary().subscriptions).toBe(0);
});
