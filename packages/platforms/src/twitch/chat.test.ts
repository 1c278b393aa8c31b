import { createHmac } from 'node:crypto';
import { createMetrics } from '@tally/infra/metrics';
import { type LoginDepth, type PlatformDoors, UpstreamError } from '@tally/kernel';
import { describe, expect, it } from 'vitest';
import { hearChats, leaveChats, writeInChat } from './chat.ts';
import type { TwitchClient } from './client.ts';
import { createLogin } from './oauth.ts';
import { readPush } from './push.ts';

const now = new Date('2026-11-21T18:00:00Z');
const secret = 'ten letters or more';
const doors = {
  clock: { now: () => now },
  metrics: createMetrics({ withProcess: false }),
  config: {
    publicApiUrl: 'https://api.tally.example',
    twitch: {
      isReal: true,
      clientId: 'app',
      clientSecret: 's',
      eventsubSecret: secret,
      conduit: 'off',
      botId: '9',
      idUrl: 'https://id.example',
    },
  },
  log: { warn: () => {}, info: () => {} },
} as unknown as PlatformDoors;
const callback = 'https://api.tally.example/webhooks/twitch';

const event = {
  broadcaster_user_id: '1',
  broadcaster_user_login: 'ada',
  chatter_user_id: '2',
  chatter_user_login: 'grace',
  chatter_user_name: 'Grace',
  message_id: 'm1',
  message: { text: '!sr x' },
  color: '#00FF7F',
  badges: [{ set_id: 'moderator', id: '1', info: '' }],
  reply: { parent_user_name: 'Ada' },
  source_broadcaster_user_id: null,
};

function push(change: object, type = 'channel.chat.message') {
  const body = Buffer.from(JSON.stringify({ subscription: {}, event: { ...event, ...change } }));
  const timestamp = now.toISOString();
  const signature = createHmac('sha256', secret).update('id').update(timestamp).update(body).digest('hex');
  const headers = {
    'twitch-eventsub-message-id': 'id',
    'twitch-eventsub-message-type': 'notification',
    'twitch-eventsub-message-timestamp': timestamp,
    'twitch-eventsub-message-signature': `sha256=${signature}`,
    'twitch-eventsub-subscription-type': type,
  };
  return readPush(doors, { headers, body, query: {} });
}

describe('a line', () => {
  it('contains the author, the text and the author’s roles', () => {
    expect(push({})).toEqual({
      kind: 'chat',
      message: {
        platform: 'twitch',
        messageId: 'm1',
        channelId: '1',
        sender: { id: '2', name: 'grace', displayName: 'Grace' },
        badges: ['moderator'],
        colour: '#00FF7F',
        text: '!sr x',
        replyTo: 'Ada',
        sentAt: now,
      },
    });
  });

  it('of a shared chat counts where it was written', () => {
    expect(push({ source_broadcaster_user_id: '7' })).toEqual({ kind: 'ignored' });
    expect(push({ source_broadcaster_user_id: '1' })).toMatchObject({ kind: 'chat' });
  });

  it.each([{ message: null }, { chatter_user_id: 'x' }, { message_id: '' }])('like %j is passed over', (change) => {
    expect(push(change)).toEqual({ kind: 'ignored' });
  });

  it('without a color, badges or a reply is read, too', () => {
    expect(push({ color: '', badges: null, reply: null })).toMatchObject({
      kind: 'chat',
      message: { colour: null, badges: [], replyTo: null },
    });
  });
});

const trouble = (status: number) =>
  new UpstreamError({ world: 'twitch', kind: 'odd', message: `answered ${status}`, status });
interface Call {
  readonly path: string;
  readonly about: unknown;
}
function botOf(answers: readonly unknown[], listed: readonly object[] = []) {
  const calls: Call[] = [];
  const left = [...answers];
  const client = {
    get: async (_path: string, _query: unknown, schema: { parse(value: unknown): unknown }) =>
      schema.parse({ data: listed }),
    post: async (path: string, about: unknown, schema: { parse(value: unknown): unknown }) => {
      calls.push({ path, about });
      const answer = left.shift();
      if (answer instanceof Error) throw answer;
      return schema.parse(answer);
    },
    delete: async (path: string, about: unknown) => void calls.push({ path, about }),
  } as unknown as TwitchClient;
  return { bot: { client, doors, botId: '9' }, calls };
}

const heard = (change: object = {}) => ({
  id: 's1',
  status: 'enabled',
  type: 'channel.chat.message',
  condition: { broadcaster_user_id: '1', user_id: '9' },
  transport: { method: 'webhook', callback },
  ...change,
});

describe('chat subscriptions', () => {
  it('subscribes once, and names the chats that refuse', async () => {
    const { bot, calls } = botOf([{ data: [{ cost: 0 }] }, trouble(403), trouble(409)]);
    expect(await hearChats(bot, ['1', '2', '3'])).toEqual(['2']);
    expect(calls.map(({ about }) => about)).toMatchObject([
      { type: 'channel.chat.message', version: '1', condition: { broadcaster_user_id: '1', user_id: '9' } },
      { condition: { broadcaster_user_id: '2' } },
      { condition: { broadcaster_user_id: '3' } },
    ]);
    await expect(hearChats(botOf([trouble(503)]).bot, ['1'])).rejects.toThrow('answered 503');
  });

  it.each([
    ['works', {}, 0],
    ['was revoked', { status: 'authorization_revoked' }, 1],
    ['is read as somebody else', { condition: { broadcaster_user_id: '1', user_id: '8' } }, 1],
    ['leads to another installation', { transport: { callback: 'https://other.example' } }, 1],
  ])('a line that %s', async (_what, change, asked) => {
    const { bot, calls } = botOf([{ data: [{ cost: 0 }] }], [heard(change)]);
    expect(await hearChats(bot, ['1'])).toEqual([]);
    expect(calls).toHaveLength(asked);
  });

  it('leaves only its own', async () => {
    const { bot, calls } = botOf([], [heard(), heard({ id: 's2', type: 'stream.online' })]);
    await leaveChats(bot, ['1']);
    expect(calls).toEqual([{ path: '/eventsub/subscriptions', about: { id: 's1' } }]);
  });
});

describe('writing', () => {
  const about = { channelId: '1', text: 'hi', replyTo: 'm1', accessToken: null };

  it('uses the bot account, within Twitch’s length limit', async () => {
    const { bot, calls } = botOf([
      { data: [{ message_id: 'x', is_sent: true }] },
      { data: [{ message_id: 'x', is_sent: true }] },
    ]);
    expect(await writeInChat(bot, about)).toEqual({ state: 'written' });
    await writeInChat(bot, { ...about, replyTo: null, text: `${'x'.repeat(498)}🏮🏮` });
    expect(calls).toEqual([
      {
        path: '/chat/messages',
        about: { broadcaster_id: '1', sender_id: '9', message: 'hi', reply_parent_message_id: 'm1' },
      },
      { path: '/chat/messages', about: { broadcaster_id: '1', sender_id: '9', message: `${'x'.repeat(498)}…` } },
    ]);
  });

  it.each([
    [
      { data: [{ is_sent: false, drop_reason: { code: 'msg_duplicate', message: '' } }] },
      { state: 'dropped', reason: 'msg_duplicate' },
    ],
    [trouble(403), { state: 'denied' }],
    [trouble(401), { state: 'denied' }],
    [trouble(422), { state: 'dropped' }],
  ])('%j', async (answer, written) => {
    expect(await writeInChat(botOf([answer]).bot, about)).toMatchObject(written);
  });

  it.each([429, 503])('leaves %i to the caller, who retries', async (status) => {
    await expect(writeInChat(botOf([trouble(status)]).bot, about)).rejects.toThrow(`answered ${status}`);
  });
});

describe('a login', () => {
  const scopes = (depth: LoginDepth, held: readonly string[] = []) => {
    const login = createLogin({ ...doors, http: {} } as never);
    const address = login.addressOf({ state: 's', redirectUri: 'https://x.example', challenge: 'c', depth, held });
    return new URL(address).searchParams.get('scope')?.split(' ');
  };

  it('for the chat lets the bot in, and keeps earlier permissions', () => {
    expect(scopes('viewer')).not.toContain('channel:bot');
    expect(scopes('chat')).toContain('channel:bot');
    expect(scopes('chat')).not.toContain('moderation:read');
    expect(scopes('chat', ['moderation:read', 'made:up'])).toEqual(
      expect.arrayContaining(['channel:bot', 'moderation:read']),
    );
    expect(scopes('chat', ['made:up'])).not.toContain('made:up');
    expect(scopes('viewer', ['channel:bot'])).toContain('channel:bot');
  });

  it('for clips asks for the download scope, and otherwise only for those of a viewer', () => {
    expect(scopes('clips')).toEqual([...(scopes('viewer') ?? []), 'channel:manage:clips']);
    expect(scopes('creator', ['channel:manage:clips'])).toContain('channel:manage:clips');
  });
});
