import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ChannelId, MessageId, ServerId } from '@tally/contract';
import { UpstreamError } from '@tally/kernel';
import { noMentions } from '@tally/message/discord';
import { testTimers } from '@tally/tests/timers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openDiscord, type RestOptions } from './index.ts';

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
type Answer = { status: number; body?: unknown; headers?: Record<string, string> } | 'hang up' | 'stall';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A Discord that returns the test's responses in order and repeats the last one. */
async function open(answers: Answer[], options: Partial<RestOptions> = {}) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      say(response, answers[Math.min(seen.length, answers.length) - 1] as Answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const discord = openDiscord({
    apiUrl: `http://127.0.0.1:${port}/api`,
    token: 'bot-token',
    userAgent: 'DiscordBot (https://tally.example, 1)',
    clientId: '1',
    clientSecret: 'secret',
    perSecond: null,
    openPerSecond: null,
    ...options,
  });
  closers.push(() => {
    discord.close();
    server.closeAllConnections();
    server.close();
  });
  return { discord, seen };
}

function say(response: ServerResponse, answer: Answer): void {
  if (answer === 'stall') return;
  if (answer === 'hang up') {
    response.destroy();
    return;
  }
  response.writeHead(answer.status, {
    ...(answer.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...answer.headers,
  });
  response.end(answer.body === undefined ? '' : JSON.stringify(answer.body));
}

const channelId = ChannelId.parse('700000000000000000');
const payload = { content: 'hello', allowed_mentions: noMentions };
const message = {
  id: '80000',
  channel_id: '700000000000000000',
  timestamp: '2026-11-21T00:00:00.000Z',
  nonce: 'n1',
  extra: 1,
};
const person = { id: '20000', username: 'ann', global_name: 'Ann', avatar: null };
const refusal = (status: number, code: number): Answer => ({ status, body: { message: 'no', code } });
const limit = (seconds: number, more: Record<string, string> = {}): Answer => ({
  status: 429,
  body: { message: 'slow down', retry_after: seconds, global: false },
  headers: { 'retry-after': String(seconds), 'x-ratelimit-scope': 'user', ...more },
});

const failureOf = async (call: Promise<unknown>): Promise<UpstreamError> => {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof UpstreamError)) throw new Error('expected an UpstreamError', { cause: error });
  return error;
};

test('a write limit without a duration is returned, and not retried at once', async () => {
  const { discord, seen } = await open([{ status: 429, body: { message: 'slow down', code: 20022 } }]);
  const posting = discord.messages.create({ channelId, payload, nonce: 'n1' });
  expect(await failureOf(posting)).toMatchObject({ kind: 'limited', retryAfterMs: 1_000 });
  expect(seen).toHaveLength(1);
});

describe('requests', () => {
  test('a message carries its nonce, our name and the bot token', async () => {
    const { discord, seen } = await open([{ status: 200, body: message }]);
    const posted = await discord.messages.create({ channelId, payload, nonce: 'n1' });
    expect(posted).toEqual({ id: '80000' });
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/api/v10/channels/700000000000000000/messages' });
    expect(seen[0]?.headers).toMatchObject({
      authorization: 'Bot bot-token',
      'user-agent': 'DiscordBot (https://tally.example, 1)',
      'content-type': 'application/json',
    });
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ ...payload, nonce: 'n1', enforce_nonce: true });
  });

  test('files are sent with the message', async () => {
    const { discord, seen } = await open([{ status: 200, body: message }]);
    const files = [{ name: 'card.png', bytes: new Uint8Array([1, 2]), contentType: 'image/png' }];
    await discord.messages.create({ channelId, payload, files });
    expect(seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data/);
    expect(seen[0]?.body).toContain('filename="card.png"');
  });

  test('files use our own connection, even if another library of this process replaces the global one', async () => {
    const common = Symbol.for('undici.globalDispatcher.1');
    const before: unknown = Reflect.get(globalThis, common);
    const dispatch = () => {
      throw new Error('not mine');
    };
    Reflect.set(globalThis, common, { dispatch });
    try {
      const { discord, seen } = await open([{ status: 200, body: message }]);
      const files = [{ name: 'card.png', bytes: new Uint8Array([1, 2]), contentType: 'image/png' }];
      await discord.messages.create({ channelId, payload, files });
      expect(seen[0]?.body).toContain('filename="card.png"');
    } finally {
      Reflect.set(globalThis, common, before);
    }
  });

  test('a person’s call has their token, a webhook’s has none', async () => {
    const { discord, seen } = await open([
      { status: 200, body: person },
      { status: 200, body: message },
    ]);
    expect(await discord.login.me('theirs')).toMatchObject({ id: '20000', displayName: 'Ann', isBot: false });
    await discord.webhooks.execute({ webhook: { id: '900000000000000000', token: 'wt' }, payload, username: 'Tally' });
    expect(seen[0]?.headers.authorization).toBe('Bearer theirs');
    expect(seen[1]?.headers.authorization).toBeUndefined();
    expect(seen[1]?.url).toBe('/api/v10/webhooks/900000000000000000/wt?wait=true&with_components=true');
  });

  test('logins are forms at the address without a version', async () => {
    const tokens = {
      access_token: 'a',
      refresh_token: 'r',
      expires_in: 604_800,
      scope: 'identify guilds',
      token_type: 'Bearer',
    };
    const { discord, seen } = await open([{ status: 200, body: tokens }]);
    expect(await discord.login.exchangeCode({ code: 'c', redirectUri: 'http://x/y' })).toEqual({
      accessToken: 'a',
      refreshToken: 'r',
      expiresInSeconds: 604_800,
      scopes: ['identify', 'guilds'],
      serverId: null,
    });
    expect(seen[0]?.url).toBe('/api/oauth2/token');
    expect(seen[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(seen[0]?.body))).toEqual({
      client_id: '1',
      client_secret: 'secret',
      grant_type: 'authorization_code',
      code: 'c',
      redirect_uri: 'http://x/y',
    });
  });

  test('a reason reaches the audit log', async () => {
    const { discord, seen } = await open([{ status: 204 }]);
    await discord.servers.setOwnLooks({
      serverId: ServerId.parse('10000'),
      looks: { nick: null },
      reason: 'branding – set',
    });
    expect(decodeURIComponent(String(seen[0]?.headers['x-audit-log-reason']))).toBe('branding – set');
  });
});

describe('answers', () => {
  test.each<[Answer, string, number | string | undefined]>([
    [refusal(403, 50_013), 'denied', 50_013],
    [refusal(403, 50_001), 'denied', 50_001],
    [refusal(404, 10_003), 'gone', 10_003],
    [refusal(400, 50_035), 'odd', 50_035],
    [refusal(403, 20_028), 'limited', 20_028],
    [{ status: 503 }, 'down', undefined],
    [{ status: 200, body: { id: 'x' } }, 'odd', undefined],
    ['hang up', 'down', undefined],
    [{ status: 400, body: { error: 'invalid_grant' } }, 'denied', 'invalid_grant'],
  ])('%j becomes %s', async (answer, kind, upstreamCode) => {
    const { discord, seen } = await open([answer]);
    expect(await failureOf(discord.messages.create({ channelId, payload }))).toMatchObject({
      world: 'discord',
      kind,
      upstreamCode,
    });
    // The client never retries a call whose reply was lost.
    expect(seen).toHaveLength(1);
  });

  test('a stall ends after its time, an abort at once', async () => {
    const { discord } = await open(['stall'], { timeoutMs: 100 });
    expect(await failureOf(discord.bot.me())).toMatchObject({ kind: 'down' });
    const control = new AbortController();
    const call = failureOf(discord.messages.create({ channelId, payload, signal: control.signal }));
    control.abort();
    expect(await call).toMatchObject({ kind: 'down' });
  });

  test('a new kind of channel or a missing field breaks nothing', async () => {
    const { discord } = await open([{ status: 200, body: [{ id: '700000000000000000', type: 99, new_field: {} }] }]);
    expect(await discord.servers.channels(ServerId.parse('10000'))).toEqual([
      {
        id: '700000000000000000',
        isForAdults: false,
        name: '',
        kind: 'other',
        serverId: null,
        parentId: null,
        position: 0,
        overwrites: [],
      },
    ]);
  });
});

describe('limits', () => {
  test('a short wait is waited out, and the message is posted', async () => {
    const { discord, seen } = await open([limit(0.05), { status: 200, body: message }]);
    expect(await discord.messages.create({ channelId, payload, nonce: 'n1' })).toMatchObject({ id: '80000' });
    expect(seen).toHaveLength(2);
    expect(discord.invalidRequests()).toBe(1);
  });

  test('a long wait is handed back at once, and remembered without another call', async () => {
    const { discord, seen } = await open([limit(600)]);
    const at = { channelId, messageId: MessageId.parse('80000') };
    expect((await failureOf(discord.messages.publish(at))).retryAfterMs).toBeGreaterThanOrEqual(600_000);
    const again = await failureOf(discord.messages.publish(at));
    expect(again).toMatchObject({ kind: 'limited' });
    expect(again.retryAfterMs).toBeGreaterThan(590_000);
    expect(seen).toHaveLength(1);
  });

  test('where header and body differ, the longer wait counts', async () => {
    for (const [header, body] of [
      ['0.01', 600],
      ['600', 0.01],
    ] as const) {
      const { discord, seen } = await open([limit(body, { 'retry-after': header })]);
      expect((await failureOf(discord.bot.me())).retryAfterMs).toBeGreaterThanOrEqual(600_000);
      expect(seen).toHaveLength(1);
    }
  });

  test('a global limit holds up every other call', async () => {
    const { discord, seen } = await open([limit(60, { 'x-ratelimit-global': 'true', 'x-ratelimit-scope': 'global' })]);
    await failureOf(discord.bot.me());
    expect(await failureOf(discord.messages.create({ channelId, payload }))).toMatchObject({ kind: 'limited' });
    expect(seen).toHaveLength(1);
  });

  test('an empty bucket is not overdrawn', async () => {
    const empty = {
      'x-ratelimit-limit': '1',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset-after': '0.2',
      'x-ratelimit-bucket': 'b',
    };
    const { discord, seen } = await open([{ status: 200, body: message, headers: empty }]);
    const start = performance.now();
    await discord.messages.create({ channelId, payload });
    await discord.messages.create({ channelId, payload });
    expect(performance.now() - start).toBeGreaterThanOrEqual(200);
    expect(seen).toHaveLength(2);
  });

  test('calls keep to the rate, those without the bot token to their own', async () => {
    const { discord, seen } = await open([{ status: 200, body: message }], { perSecond: 2, openPerSecond: 50 });
    const start = performance.now();
    const channels = ['700000000000000000', '700000000000000001', '700000000000000002'].map((id) =>
      ChannelId.parse(id),
    );
    const order: string[] = [];
    const webhook = discord.webhooks
      .execute({ webhook: { id: '900000000000000000', token: 'wt' }, payload })
      .then(() => order.push('webhook'));
    await Promise.all(
      channels.map((id) => discord.messages.create({ channelId: id, payload }).then(() => order.push('message'))),
    );
    expect(performance.now() - start).toBeGreaterThanOrEqual(1000);
    await webhook;
    // The third message waits for the next second. The webhook does not wait.
    expect(order.at(-1)).toBe('message');
    expect(seen).toHaveLength(4);
  });
});

describe('closed doors', () => {
  test('a deleted webhook is never called again', async () => {
    const { discord, seen } = await open([refusal(404, 10_015)]);
    const webhook = { id: '900000000000000000', token: 'wt' };
    expect(await failureOf(discord.webhooks.execute({ webhook, payload }))).toMatchObject({ kind: 'gone' });
    expect(await failureOf(discord.webhooks.execute({ webhook, payload }))).toMatchObject({
      kind: 'gone',
      upstreamCode: 10_015,
    });
    expect(seen).toHaveLength(1);
  });

  test('a refused bot token stops the bot’s calls for a minute, and then it is tried again', async () => {
    const timers = testTimers();
    const { discord, seen } = await open([refusal(401, 0), { status: 200, body: person }], { timers });
    expect(await failureOf(discord.bot.me())).toMatchObject({ kind: 'denied', status: 401 });
    expect(await failureOf(discord.bot.me())).toMatchObject({ kind: 'denied', status: 401, retryAfterMs: 60_000 });
    expect(seen).toHaveLength(1);
    await timers.pass(60_001);
    expect(await discord.bot.me()).toMatchObject({ username: 'ann' });
  });

  test('a person’s expired token does not touch the bot’s', async () => {
    const { discord } = await open([refusal(401, 0), { status: 200, body: person }]);
    expect(await failureOf(discord.login.me('old'))).toMatchObject({ kind: 'denied' });
    expect(await discord.bot.me()).toMatchObject({ username: 'ann' });
  });

  test('after too many refusals no call leaves the house, until they are ten minutes old', async () => {
    const timers = testTimers();
    const { discord, seen } = await open([refusal(403, 50_013)], { timers, invalidLimit: 5 });
    for (let round = 0; round < 8; round += 1) await failureOf(discord.messages.create({ channelId, payload }));
    expect(seen).toHaveLength(5);
    await timers.pass(611_000);
    await failureOf(discord.messages.create({ channelId, payload }));
    expect(seen).toHaveLength(6);
  });
});

test('a clock that is set back delays no call', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const { discord } = await open([{ status: 200, body: person }], { perSecond: 2 });
    await Promise.all([discord.bot.me(), discord.bot.me()]);
    vi.setSystemTime(Date.now() - 3_600_000);
    expect(await discord.bot.me()).toMatchObject({ username: 'ann' });
  } finally {
    vi.useRealTimers();
  }
});

test('a process slows down when all processes together exceeded the limit', async () => {
  const global = { 'x-ratelimit-global': 'true', 'x-ratelimit-scope': 'global', 'retry-after': '0.01' };
  const refused = { status: 429, body: { message: 'slow down', retry_after: 0.01, global: true }, headers: global };
  const fine = { status: 200, body: person };
  const { discord } = await open([refused, fine], { perSecond: 8 });
  const started = performance.now();
  await discord.bot.me();
  // If the refused call and its retry did not count, all six would fit into the first second.
  await Promise.all(Array.from({ length: 6 }, () => discord.bot.me()));
  expect(performance.now() - started).toBeGreaterThan(900);
});

test('every call can be watched', async () => {
  const calls: unknown[] = [];
  const { discord } = await open([{ status: 200, body: person }, refusal(403, 50_001)], {
    watch: { onCall: ({ name, outcome }) => calls.push([name, outcome]) },
  });
  await discord.bot.me();
  await failureOf(discord.bot.me());
  expect(calls).toEqual([
    ['bot.me', 'ok'],
    ['bot.me', 'denied'],
  ]);
});

test('in safe mode we read and log people in, but change nothing in Discord', async () => {
  const tokens = { access_token: 'a', refresh_token: 'r', expires_in: 60, scope: 'identify', token_type: 'Bearer' };
  const { discord, seen } = await open([{ status: 200, body: tokens }], {
    safeMode: { current: { reason: 'restored', since: new Date() } },
  });
  const message = {
    channelId: ChannelId.parse('100000000000000001'),
    payload: { content: 'hi', allowed_mentions: noMentions },
    nonce: 'n',
  };
  await expect(discord.messages.create(message)).rejects.toMatchObject({ code: 'safeMode' });
  await discord.login.refresh('r');
  expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /api/oauth2/token']);
});
