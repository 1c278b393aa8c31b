import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiClient } from '@twurple/api';
import { AppTokenAuthProvider } from '@twurple/auth';
import { EventSubHttpListener, ReverseProxyAdapter } from '@twurple/eventsub-http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pick, startTestTwitch, type TestTwitch } from './test-world.ts';

/**
 * A bot reads and writes in chats with the unmodified public client, whose calls to fixed URLs are redirected to us.
 */
const [xqc, bot, secret] = ['71092938', '900100', 'ten letters or more'];
const outside = 'https://tally.example';
const listener = createServer();
let twitch: TestTwitch;
let api: ApiClient;
let appToken: string;

beforeAll(async () => {
  twitch = await startTestTwitch();
  const { fetch: fetchIt } = globalThis;
  vi.stubGlobal('fetch', async (address: string | Request, options: RequestInit = {}) => {
    const url = new URL(address instanceof Request ? address.url : address);
    const base = { 'api.twitch.tv': '/twitch', 'id.twitch.tv': '/twitch/id' }[url.hostname];
    if (base === undefined) return await fetchIt(address, options);
    const at = listener.address() as AddressInfo | null;
    const near = at ? `http://127.0.0.1:${at.port}` : twitch.callback;
    const { body } = options;
    const there = typeof body === 'string' ? { ...options, body: body.replace(outside, near) } : options;
    return await fetchIt(twitch.url + base + url.pathname + url.search, there);
  });
  api = new ApiClient({
    authProvider: new AppTokenAuthProvider('sim-twitch-client', 'sim-twitch-secret'),
    logger: { minLevel: 'critical' },
  });
  appToken = await twitch.appToken();
});
afterAll(async () => {
  vi.unstubAllGlobals();
  listener.close();
  await twitch.close();
});

type Heard = Parameters<Parameters<EventSubHttpListener['onChannelChatMessage']>[2]>[0];

/** Grants the app these scopes. */
async function allow(login: string, scope: string): Promise<string> {
  const redirect_uri = 'http://localhost/back';
  const asked = { response_type: 'code', client_id: 'sim-twitch-client', redirect_uri, scope, state: 's', as: login };
  const query = new URLSearchParams(asked).toString();
  const agreed = await fetch(`${twitch.url}/twitch/id/oauth2/authorize?${query}`, { redirect: 'manual' });
  const code = new URL(agreed.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const { json } = await twitch.askForToken({ grant_type: 'authorization_code', code, redirect_uri });
  return pick(json, 'access_token');
}
const send = (json: object, token = appToken) => twitch.send('POST', '/helix/chat/messages', { token, json });
const line = (message: string, more: object = {}) => ({ broadcaster_id: xqc, sender_id: bot, message, ...more });
const subscribe = (condition: object) =>
  twitch.send('POST', '/helix/eventsub/subscriptions', {
    token: appToken,
    json: {
      type: 'channel.chat.message',
      version: '1',
      condition,
      transport: { method: 'webhook', callback: twitch.callback, secret },
    },
  });

describe('before the owner of the chat has let the bot in', () => {
  it('nothing is received or sent unless the bot is a moderator there', async () => {
    expect(await subscribe({ broadcaster_user_id: xqc, user_id: bot })).toMatchObject({
      status: 403,
      json: { message: 'subscription missing proper authorization' },
    });
    expect((await send(line('hello'))).status).toBe(403);
    twitch.control('standing', { who: 'xqc', by: 'tallybot', standing: 'moderator', isOn: true });
    expect((await send(line('hello'))).status).toBe(200);
    twitch.control('standing', { who: 'xqc', by: 'tallybot', standing: 'moderator', isOn: false });
  });

  it('a chat is read in the name of a person who has agreed', async () => {
    expect((await subscribe({ broadcaster_user_id: xqc })).status).toBe(400);
    await allow('xqc', 'channel:bot');
    const reader = pick(await api.users.getUserByName('marlow_keys'), 'id');
    expect((await subscribe({ broadcaster_user_id: xqc, user_id: reader })).status).toBe(403);
  });
});

describe('a message', () => {
  it('is written by the public client as the bot', async () => {
    const sent = await api.chat.sendChatMessageAsApp(bot, xqc, 'Written by a library');
    expect(sent).toMatchObject({ isSent: true, id: expect.any(String) });
  });

  it('that repeats the previous one is accepted and dropped', async () => {
    expect((await send(line('twice'))).json).toMatchObject({ data: [{ is_sent: true }] });
    expect((await send(line('twice'))).json).toMatchObject({
      data: [{ message_id: '', is_sent: false, drop_reason: { code: 'msg_duplicate' } }],
    });
    twitch.clock.advance(31_000);
    expect((await send(line('twice'))).json).toMatchObject({ data: [{ is_sent: true }] });
  });

  it('that replies to a deleted one is dropped', async () => {
    expect((await send(line('to nobody', { reply_parent_message_id: 'gone' }))).json).toMatchObject({
      data: [{ is_sent: false, drop_reason: { code: 'msg_rejected' } }],
    });
  });

  it.each([
    [{ message: 'x'.repeat(501) }, 422],
    [{ message: '' }, 400],
    [{ message: 7 }, 400],
    [{ broadcaster_id: 'xqc' }, 400],
    [{ sender_id: '1' }, 400],
  ])('%j is refused with %i', async (change, status) => {
    expect((await send({ ...line('hello'), ...change })).status).toBe(status);
  });

  it('of a person needs their scope and their name', async () => {
    const mine = await twitch.send('GET', '/helix/users?login=marlow_keys', { token: appToken });
    const sender_id = pick(mine.json, 'data', 0, 'id');
    const without = await allow('marlow_keys', 'user:read:chat');
    expect((await send(line('hi', { sender_id }), without)).status).toBe(401);
    const token = await allow('marlow_keys', 'user:write:chat');
    expect((await send(line('hi', { sender_id }), token)).status).toBe(200);
    expect((await send(line('hi'), token)).status).toBe(401);
  });
});

it('the public client receives the chat, with badges and answers, until the permission is revoked', async () => {
  // The client drops old events by the machine's clock.
  const behind = Date.now() - twitch.clock.ms();
  if (behind > 0) twitch.clock.advance(behind);
  class Near extends ReverseProxyAdapter {
    override createHttpServer(): Server {
      return listener;
    }
  }
  const adapter = new Near({ hostName: new URL(outside).hostname, port: 0 });
  const events = new EventSubHttpListener({ apiClient: api, adapter, secret, logger: { minLevel: 'critical' } });
  const seen: Heard[] = [];
  const revoked: string[] = [];
  events.onRevoke((_subscription, status) => void revoked.push(status));
  events.start();
  await once(listener, 'listening');
  events.onChannelChatMessage(xqc, bot, (event) => void seen.push(event));
  type Seen = { subscriptions: { status: string; type: string }[] };
  await expect
    .poll(() => (twitch.summary() as Seen).subscriptions.at(-1), { timeout: 10_000 })
    .toMatchObject({ status: 'enabled', type: 'channel.chat.message' });
  twitch.control('standing', { who: 'xqc', by: 'marlow_keys', standing: 'moderator', isOn: true });
  const first = pick(twitch.control('chat', { who: 'xqc', by: 'marlow_keys', text: '!sr something' }), 'id');
  await expect.poll(() => seen.length).toBe(1);
  expect(seen[0]).toMatchObject({ chatterName: 'marlow_keys', messageText: '!sr something', messageId: first });
  expect(Object.keys(seen[0]?.badges ?? {})).toEqual(['moderator']);
  await send(line('It is in the queue', { reply_parent_message_id: first }));
  await expect.poll(() => seen.length).toBe(2);
  expect(seen[1]).toMatchObject({ chatterName: 'tallybot', parentMessageId: first });
  twitch.control('chat', { who: 'xqc', by: 'marlow_keys', text: 'over there', sharedFrom: 'marlow_keys' });
  await expect.poll(() => seen.length).toBe(3);
  expect(seen[2]).toMatchObject({ sourceBroadcasterName: 'marlow_keys' });
  twitch.control('take-back', { who: 'xqc' });
  await expect.poll(() => revoked).toEqual(['authorization_revoked']);
  events.stop();
});

it('asked nothing that is not simulated', () => expect(twitch.unknown).toEqual([]));
