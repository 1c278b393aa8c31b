import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type PlatformDoors, type Push, type PushReading, UpstreamError } from '@tally/kernel';
import { asyncProperty, assert as check, integer, nat } from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { TwitchClient } from './client.ts';
import { readPush } from './push.ts';

const secret = 'a secret of the test';
const now = new Date('2026-11-21T18:00:00Z');
const warnings: unknown[] = [];
const doors = {
  clock: { now: () => now },
  log: { warn: (...said: unknown[]) => warnings.push(said) },
  config: { twitch: { eventsubSecret: secret } },
} as unknown as PlatformDoors;
const channels = { data: [{ title: 'Lighthouse, day 3', game_name: 'Art', broadcaster_language: 'en' }] };
const client = { get: async () => channels } as unknown as TwitchClient;

const online = {
  subscription: { type: 'stream.online' },
  event: {
    id: '9001',
    broadcaster_user_id: '42',
    broadcaster_user_login: 'ada',
    broadcaster_user_name: 'Ada',
    type: 'live',
    started_at: '2026-11-21T17:59:00Z',
  },
};

interface Change {
  body?: string;
  secret?: string;
  timestamp?: string;
  id?: string;
  kind?: string;
  type?: string;
}

function push(change: Change = {}): Push {
  const body = change.body ?? JSON.stringify(online);
  const id = change.id ?? 'befa7b53';
  const timestamp = change.timestamp ?? '2026-11-21T17:59:58.123456789Z';
  const signature = createHmac('sha256', change.secret ?? secret)
    .update(`${id}${timestamp}${body}`)
    .digest('hex');
  return {
    headers: {
      'twitch-eventsub-message-id': id,
      'twitch-eventsub-message-type': change.kind ?? 'notification',
      'twitch-eventsub-message-timestamp': timestamp,
      'twitch-eventsub-message-signature': `sha256=${signature}`,
      'twitch-eventsub-subscription-type': change.type ?? 'stream.online',
    },
    body: Buffer.from(body),
    query: {},
  };
}

const read = (sent: Push): Promise<PushReading> => readPush(client, doors, sent);
const about = (event: object) => JSON.stringify({ ...online, event: { ...online.event, ...event } });

describe('a push of Twitch', () => {
  it('says who went live, with the title that the channel has', async () => {
    expect(await read(push())).toMatchObject({
      kind: 'hint',
      hint: {
        platform: 'twitch',
        messageId: 'befa7b53',
        channelId: '42',
        snapshot: {
          state: 'live',
          streamId: '9001',
          startedAt: new Date('2026-11-21T17:59:00Z'),
          url: 'https://www.twitch.tv/ada',
          details: { title: 'Lighthouse, day 3', category: 'Art' },
        },
      },
    });
  });

  it('goes on without the title where that takes long: neither Twitch nor people wait for it', async () => {
    vi.useFakeTimers();
    try {
      const slow = (_path: string, _query: object, _schema: object, patience?: { timeoutMs?: number }) =>
        new Promise((_, reject) => {
          const error = new UpstreamError({ world: 'twitch', kind: 'down', message: 'no answer' });
          setTimeout(reject, patience?.timeoutMs ?? 10_000, error);
        });
      const reading = readPush({ get: slow } as unknown as TwitchClient, doors, push());
      await vi.advanceTimersByTimeAsync(2_500);
      expect(await reading).toMatchObject({
        hint: { snapshot: { state: 'live', details: { title: null, category: null } } },
      });
    } finally {
      vi.useRealTimers();
    }
  });

  it('of a stream that ended says offline', async () => {
    expect(await read(push({ type: 'stream.offline' }))).toMatchObject({
      hint: { snapshot: { state: 'offline', channelId: '42' } },
    });
  });

  it('of a changed title only hints that something is new', async () => {
    expect(await read(push({ type: 'channel.update' }))).toMatchObject({ hint: { channelId: '42', snapshot: null } });
  });

  it.each(['rerun', 'playlist', 'premiere', 'watch_party'])('of a %s is ignored', async (type) => {
    expect(await read(push({ body: about({ type }) }))).toEqual({ kind: 'ignored' });
  });

  it('that is the handshake is answered with its challenge', async () => {
    const body = JSON.stringify({ challenge: 'pogchamp-kappa-360noscope-vohiyo', subscription: {} });
    expect(await read(push({ kind: 'webhook_callback_verification', body }))).toEqual({
      kind: 'challenge',
      text: 'pogchamp-kappa-360noscope-vohiyo',
    });
  });

  it('that takes a subscription back is written to the log', async () => {
    const subscription = { status: 'user_removed', type: 'stream.online', condition: { broadcaster_user_id: '42' } };
    expect(await read(push({ kind: 'revocation', body: JSON.stringify({ subscription }) }))).toEqual({
      kind: 'ignored',
    });
    expect(JSON.stringify(warnings)).toContain('user_removed');
  });

  it.each(['not json', '[]', '{}', '{"event":{"broadcaster_user_id":42}}', 'null'])(
    'that is signed but says %s hints at nothing',
    async (body) => {
      for (const type of ['stream.online', 'stream.offline', 'channel.update']) {
        expect(await read(push({ body, type }))).toEqual({ kind: 'ignored' });
      }
    },
  );
});

describe('a forged push is refused', () => {
  const genuine = push();
  const changed = (headers: Record<string, string | undefined>) => ({
    ...genuine,
    headers: { ...genuine.headers, ...headers },
  });
  const signature = genuine.headers['twitch-eventsub-message-signature'] ?? '';

  it.each([
    ['signed by a stranger', push({ secret: 'another secret' })],
    ['written again with other spaces', { ...genuine, body: Buffer.from(JSON.stringify(online, null, 2)) }],
    ['packed', { ...genuine, body: gzipSync(genuine.body) }],
    ['empty', { ...genuine, body: Buffer.alloc(0) }],
    ['with another id', changed({ 'twitch-eventsub-message-id': 'befa7b54' })],
    ['with the time written shorter', changed({ 'twitch-eventsub-message-timestamp': '2026-11-21T17:59:58.123Z' })],
    ['without a signature', changed({ 'twitch-eventsub-message-signature': undefined })],
    ['without an id', changed({ 'twitch-eventsub-message-id': undefined })],
    ['without a kind', changed({ 'twitch-eventsub-message-type': undefined })],
    ['with an empty signature', changed({ 'twitch-eventsub-message-signature': 'sha256=' })],
    ['with another algorithm', changed({ 'twitch-eventsub-message-signature': signature.replace('256', '1') })],
    ['with half a signature', changed({ 'twitch-eventsub-message-signature': signature.slice(0, 39) })],
    ['with a signature that is not hex', changed({ 'twitch-eventsub-message-signature': `sha256=${'ÿ'.repeat(64)}` })],
    ['with an id of 101 characters', push({ id: 'x'.repeat(101) })],
    ['from eleven minutes ago', push({ timestamp: '2026-11-21T17:49:00Z' })],
    ['from the future', push({ timestamp: '2026-11-21T18:06:00Z' })],
    ['without a time', push({ timestamp: 'yesterday' })],
    ['as a handshake', { ...push({ kind: 'webhook_callback_verification', secret: 'another secret' }) }],
    ['as a revocation', { ...push({ kind: 'revocation', secret: 'another secret' }) }],
  ])('%s', async (_, forged) => expect(await read(forged)).toMatchObject({ kind: 'refused' }));

  it('whichever byte of the body or of the signature is flipped', async () => {
    const bytes = Buffer.from(signature.slice('sha256='.length), 'hex');
    const flips = asyncProperty(
      nat(genuine.body.length - 1),
      nat(bytes.length - 1),
      integer({ min: 1, max: 255 }),
      async (at, place, flip) => {
        const body = Buffer.from(genuine.body);
        body[at] = (body[at] as number) ^ flip;
        const other = Buffer.from(bytes);
        other[place] = (other[place] as number) ^ flip;
        const forged = changed({ 'twitch-eventsub-message-signature': `sha256=${other.toString('hex')}` });
        expect(await read({ ...genuine, body })).toMatchObject({ kind: 'refused' });
        expect(await read(forged)).toMatchObject({ kind: 'refused' });
      },
    );
    await check(flips, { numRuns: 100 });
  });
});
