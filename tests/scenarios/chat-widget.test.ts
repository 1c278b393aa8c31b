import { type ChatDecor, chatWidget } from '@tally/contract';
import { minutes } from '@tally/kernel';
import { type TestApi, testApi } from '@tally/tests/api';
import { openWidget, type Widget } from '@tally/tests/widget';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { leaveChats } from '../../packages/features/src/connections/service/sweep.ts';

/** Widgets receive chats of the simulated Kick through our server. */
let api: TestApi;
const waiting = { timeout: 60_000, interval: 10 };
const kick = (action: string, body: object) => api.sim.worlds.get('kick')?.controls[action]?.(body);

beforeAll(async () => {
  api = await testApi({ isWorking: true, beatMs: 100 });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.reset();
  await kick('callback', { url: `http://127.0.0.1:${api.ctx.config.API_PORT}/webhooks/kick` });
});

const leaving: Widget[] = [];
afterEach(() => {
  for (const each of leaving.splice(0)) each.leave();
});

async function open(channel: string): Promise<Widget> {
  const widget = await openWidget(api, channel);
  leaving.push(widget);
  return widget;
}

/** Returns the chat subscriptions at Kick. */
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
  it('all widgets share one subscription, which ends after the last', async () => {
    const [first, second] = [await open('xqc'), await open('XQC')];
    await isSubscribed();
    kick('chat', { who: 'xqc', by: 'late-latency', content: 'hi <b>there</b> [emote:37226:KEKW]' });
    // Waits in between, because two pushes sent at once may arrive in either order.
    for (const widget of [first, second]) await vi.waitFor(() => expect(widget.events()).toHaveLength(1), waiting);
    kick('ban', { who: 'xqc', by: 'late-latency' });
    for (const widget of [first, second]) {
      await vi.waitFor(() => expect(widget.events()).toHaveLength(2), waiting);
      expect(widget.events()).toMatchObject([
        { type: 'line', name: 'late-latency', colour: '#53FC18', text: 'hi <b>there</b> [emote:37226:KEKW]' },
        { type: 'banned', userId: (widget.events()[0] as { userId: string }).userId },
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

  it('shows a line once that Kick sends twice', async () => {
    const widget = await open('xqc');
    await isSubscribed();
    kick('webhooks', { do: 'duplicate', next: 1, amount: 2 });
    kick('chat', { who: 'xqc', by: 'late-latency', content: 'once' });
    // The push is sent once and repeated twice.
    await vi.waitFor(() => expect(lastDelivery()).toMatchObject({ outcome: 'delivered', attempts: 3 }), waiting);
    kick('chat', { who: 'xqc', by: 'late-latency', content: 'after' });
    await vi.waitFor(() => expect(JSON.stringify(widget.events())).toContain('after'), waiting);
    expect(widget.events().map((event) => 'text' in event && event.text)).toEqual(['once', 'after']);
  });

  it('lines of another channel never arrive, and a quiet connection is kept alive', async () => {
    const [widget, other] = [await open('xqc'), await open('trainwreckstv')];
    await vi.waitFor(async () => expect(await subscribed()).toHaveLength(4), waiting);
    kick('chat', { who: 'xqc', by: 'late-latency', content: 'here' });
    await vi.waitFor(() => expect(widget.events()).toHaveLength(1), waiting);
    await vi.waitFor(() => expect(other.beats()).toBeGreaterThan(2), waiting);
    expect(other.events()).toEqual([]);
  });

  it('an unknown name is reported at once', async () => {
    const widget = await open('nobody-at-all');
    expect([widget.status, await widget.refusal()]).toEqual([404, 'noSuchChannel']);
  });

  it('the 1,001st chat is refused, while open chats accept more widgets', async () => {
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

describe('data for drawing a chat', () => {
  const decor = async (platform: 'kick' | 'twitch', channel: string) =>
    await api.call(chatWidget.getChatDecor, { params: { platform, channel } });

  it('badges of the channel come before the global ones', async () => {
    const { badges, displayName, bots } = (await decor('twitch', 'xqc')).json.data as ChatDecor;
    expect([displayName, bots]).toEqual(['xQc', ['lamp_bot']]);
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
    await api.sim.worlds.get('emotes')?.controls['away']?.({ source: 'bttv', isAway: true });
    expect((await decor('twitch', 'xqc')).json.data).toMatchObject({ displayName: 'xQc', bots: [] });
    expect((await decor('kick', 'xqc')).json.data).toMatchObject({ displayName: 'xqc', badges: [], isHeard: true });
  });
});

describe('names and avatars', () => {
  const avatars = async (platform: 'kick' | 'twitch', ids: string) =>
    await api.call(chatWidget.listChatAvatars, { params: { platform, channel: 'xqc' }, query: { ids } });
  const twitchSummary = () => api.sim.worlds.get('twitch')?.summary() as { requests: { path: string }[] };
  const asked = () => twitchSummary().requests.filter(({ path }) => path.startsWith('/helix/users')).length;

  it('known people have a picture, fetched once for all widgets, and no one else is in the answer', async () => {
    expect((await avatars('twitch', '71092938,999999999')).json.data).toEqual([
      { userId: '71092938', url: expect.stringContaining('http') },
    ]);
    const before = asked();
    expect((await avatars('twitch', '999999999,71092938')).json.data).toHaveLength(1);
    expect(asked()).toBe(before);
    expect((await avatars('kick', '676,1')).json.data).toEqual([
      { userId: '676', url: expect.stringContaining('/kick/files/users/676/') },
    ]);
  });

  it.each(['', '1,', 'a', '1,,2', Array.from({ length: 51 }, (_, id) => id).join(',')])('%j is refused', async (ids) =>
    expect((await api.request('GET', `/data/chat/kick/xqc/avatars?ids=${ids}`)).status).toBe(400),
  );

  it('a crowd of anonymous visitors exhausts no platform: look-ups beyond the limit wait a minute', async () => {
    for (let each = 0; each < 60; each += 1) expect((await avatars('twitch', `${5_000_000 + each}`)).status).toBe(200);
    const before = asked();
    expect((await avatars('twitch', '71092938')).json.data).toEqual([]);
    expect(asked()).toBe(before);
    await api.pass(minutes(1));
    expect((await avatars('twitch', '71092938')).json.data).toHaveLength(1);
  });

  it('a platform that is away leaves letters, and is asked again', async () => {
    await avatars('kick', '1');
    kick('trouble', { kind: 'outage', minutes: 1 });
    expect((await avatars('kick', '676')).json).toMatchObject({ status: 200, data: [] });
    kick('calm', {});
    expect((await avatars('kick', '676')).json.data).toHaveLength(1);
  });
});
