import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { PlatformDoors, Push, PushReading } from '@tally/kernel';
import { assert as check, integer, nat, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPush } from './push.ts';

const secret = 'a secret of the test';
const now = new Date('2026-11-21T18:00:00Z');
const warnings: unknown[] = [];
const doors = {
  clock: { now: () => now },
  log: { warn: (...said: unknown[]) => warnings.push(said) },
  config: { twitch: { eventsubSecret: secret } },
} as unknown as PlatformDoors;

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

const read = (sent: Push): PushReading => readPush(doors, sent);
const about = (event: object) => JSON.stringify({ ...online, event: { ...online.event, ...event } });

describe('a push of Twitch', () => {
  it('names the live channel, without a title', () => {
    expect(read(push())).toMatchObject({
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
          details: { title: null, category: null },
        },
      },
    });
  });

  it('of an ended stream reports offline', () => {
    expect(read(push({ type: 'stream.offline' }))).toMatchObject({
      hint: { snapshot: { state: 'offline', channelId: '42' } },
    });
  });

  it('of a changed title only hints at a change', () => {
    expect(read(push({ type: 'channel.update' }))).toMatchObject({ hint: { channelId: '42', snapshot: null } });
  });

  it.each(['rerun', 'playlist', 'premiere', 'watch_party'])('of a %s is ignored', (type) => {
    expect(read(push({ body: about({ type }) }))).toEqual({ kind: 'ignored' });
  });

  it('with a handshake is answered with its challenge', () => {
    const body = JSON.stringify({ challenge: 'pogchamp-kappa-360noscope-vohiyo', subscription: {} });
    expect(read(push({ kind: 'webhook_callback_verification', body }))).toEqual({
      kind: 'challenge',
      text: 'pogchamp-kappa-360noscope-vohiyo',
    });
  });

  it('of a revoked permission names the account, even if it was deleted', () => {
    const body = JSON.stringify({ event: { client_id: 'c', user_id: '42', user_login: null, user_name: null } });
    expect(read(push({ type: 'user.authorization.revoke', body }))).toEqual({
      kind: 'revoked',
      revocation: { platform: 'twitch', accountId: '42' },
    });
    expect(read(push({ type: 'user.authorization.revoke', body: '{}' }))).toEqual({ kind: 'ignored' });
  });

  it('that revokes a subscription is logged', () => {
    const subscription = { status: 'user_removed', type: 'stream.online', condition: { broadcaster_user_id: '42' } };
    expect(read(push({ kind: 'revocation', body: JSON.stringify({ subscription }) }))).toEqual({
      kind: 'ignored',
    });
    expect(JSON.stringify(warnings)).toContain('user_removed');
  });

  it.each(['not json', '[]', '{}', '{"event":{"broadcaster_user_id":42}}', 'null'])(
    'with a valid signature and the body %s gives no hint',
    (body) => {
      for (const type of ['stream.online', 'stream.offline', 'channel.update']) {
        expect(read(push({ body, type }))).toEqual({ kind: 'ignored' });
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
  ])('%s', (_, forged) => expect(read(forged)).toMatchObject({ kind: 'refused' }));

  it('whichever byte of the body or of the signature is flipped', () => {
    const bytes = Buffer.from(signature.slice('sha256='.length), 'hex');
    const flips = property(
      nat(genuine.body.length - 1),
      nat(bytes.length - 1),
      integer({ min: 1, max: 255 }),
      (at, place, flip) => {
        const body = Buffer.from(genuine.body);
        body[at] = (body[at] as number) ^ flip;
        const other = Buffer.from(bytes);
        other[place] = (other[place] as number) ^ flip;
        const forged = changed({ 'twitch-eventsub-message-signature': `sha256=${other.toString('hex')}` });
        expect(read({ ...genuine, body })).toMatchObject({ kind: 'refused' });
        expect(read(forged)).toMatchObject({ kind: 'refused' });
      },
    );
    check(flips, { numRuns: 100 });
  });
});
