import { get, type IncomingMessage } from 'node:http';
import { type ChatDecor, type ChatEvent, chatWidget } from '@tally/contract';
import { minutes } from '@tally/kernel';
import { type TestApi, testApi } from '@tally/tests/api';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { leaveChats } from '../../packages/features/src/connections/service/sweep.ts';

/** Widgets hear chats of the simulated Kick through our server. */
let api: TestApi;
const waiting = { timeout: 20_000, interval: 10 };
const kick = (action: string, body: object) => api.sim.worlds.get('kick')?.controls[action]?.(body);

beforeAll(async () => {
  api = await testApi({ isWorking: true, beatMs: 100 });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.reset();
  await kick('callback', { url: `http://127.0.0.1:${api.ctx.config.API_PORT}/webhooks/kick` });
});

const leaving: AbortController[] = [];
afterEach(() => {
  for (const each of leaving.splice(0)) each.abort();
});

/** A widget: a connection of its own, without a login. */
async function open(channel: string) {
  const left = new AbortController();
  leaving.push(left);
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

/** What Kick was asked to push about chats. */
async function subscribed(): Promise<string[]> {
  const state = api.sim.worlds.get('kick') as unknown as {
    state: { subscriptions: Map<string, { event: string; broadcasterUserId: number }> };
  };
  return [...state.state.subscriptions.values()]
    .filter(({ event }) => event === 'chat.message.sent' || event === 'moderation.banned')
    .map(({ event }) => event);
}

const isSubscribed = () => vi.waitFor(async () => expect(await subscribed()).toHaveLength(2), waiting);

describe('a chat of Kick', () => {
  it('is heard by all widgets through one subscription, and left after the last', async () => {
    const [first, second] = [await open('xqc'), await open('XQC')];
    await isSubscribed();
    kick('chat', { who: 'xqc', by: 'late-latency', content: 'hi <b>there</b> [emote:37226:KEKW]' });
    kick('ban', { who: 'xqc', by: 'late-latency' });
    for (const { events } of [first, second]) {
      await vi.waitFor(() => expect(events()).toHaveLength(2), waiting);
      expect(events()).toMatchObject([
        { type: 'line', name: 'late-latency', colour: '#53FC18', text: 'hi <b>there</b> [emote:37226:KEKW]' },
        { type: 'banned', userId: (events()[0] as { userId: string }).userId },
      ]);
    }
    first.leave();
    await api.pass(minutes(4));
    await leaveChats(api.ctx);
    expect(await subscribed()).toHaveLength(2);
    second.leave();
    await vi.waitFor(async () => {
      await api.pass(minutes(11));
      await leaveChats(api.ctx);
      expect(await subscribed()).toEqual([]);
    }, waiting);
  });

  it('what Kick sends twice is shown once', async () => {
    const widget = await open('xqc');
    await isSubscribed();
    kick('webhooks', { do: 'duplicate', next: 1, amount: 2 });
    kick('chat', { who: 'xqc', by: 'late-latency', content: 'once' });
    // The first one and two copies.
    await vi.waitFor(() => expect(lastDelivery()).toMatchObject({ outcome: 'delivered', attempts: 3 }), waiting);
    kick('chat', { who: 'xqc', by: 'late-latency', content: 'after' });
    await vi.waitFor(() => expect(JSON.stringify(widget.events())).toContain('after'), waiting);
    expect(widget.events().map((event) => 'text' in event && event.text)).toEqual(['once', 'after']);
  });

  it('of another channel nothing is heard, and a quiet connection is kept alive', async () => {
    const [widget, other] = [await open('xqc'), await open('trainwreckstv')];
    await vi.waitFor(async () => expect(await subscribed()).toHaveLength(4), waiting);
    kick('chat', { who: 'xqc', by: 'late-latency', content: 'here' });
    await vi.waitFor(() => expect(widget.events()).toHaveLength(1), waiting);
    await vi.waitFor(() => expect(other.beats()).toBeGreaterThan(2), waiting);
    expect(other.events()).toEqual([]);
  });

  it('nobody of that name: said at once', async () => {
    const widget = await open('nobody-at-all');
    expect([widget.status, await widget.refusal()]).toEqual([404, 'noSuchChannel']);
  });

  it('the 1,001st chat is refused, while those that are heard may have more widgets', async () => {
    await open('xqc');
    await isSubscribed();
    await api.ctx.db.execute(`insert into heard_chats (platform, channel_id, until)
      select 'kick', 'filler-' || n, now() + interval '1 hour' from generate_series(1, 799) n`);
    const widget = await open('trainwreckstv');
    expect([widget.status, await widget.refusal()]).toEqual([503, 'chatsFull']);
    expect((await open('xqc')).status).toBe(200);
  });
});

const lastDelivery = () =>
  (api.sim.worlds.get('kick')?.summary() as { deliveries: object[] } | undefined)?.deliveries[0];

describe('what a chat is drawn with', () => {
  const decor = async (platform: 'kick' | 'twitch', channel: string) =>
    await api.call(chatWidget.getChatDecor, { params: { platform, channel } });

  it('badges of the channel come before those of everybody', async () => {
    const { badges, displayName } = (await decor('twitch', 'xqc')).json.data as ChatDecor;
    expect(displayName).toBe('xQc');
    expect(badges.map(({ set, version }) => `${set}/${version}`)).toEqual([
      'subscriber/0',
      'subscriber/3',
      'subscriber/6',
      'subscriber/12',
      'broadcaster/1',
      'moderator/1',
      'vip/1',
      'partner/1',
    ]);
  });

  it('a chat whose pictures are not to be had is still a chat', async () => {
    kick('trouble', { kind: 'block', minutes: 5 });
    expect((await decor('kick', 'xqc')).json.data).toMatchObject({ displayName: 'xqc', badges: [], isHeard: true });
  });
});
