import { generateKeyPairSync, sign } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Push } from '@tally/kernel';
import { assert as check, integer, nat, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { banOf, followOf, hintOf, isGenuine, isTimely, kicksOf, readHeaders } from './read-push.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const now = new Date('2026-11-21T18:00:00Z');

const event = {
  broadcaster: { user_id: 42, username: 'Ada', channel_slug: 'ada' },
  is_live: true,
  title: 'Lighthouse, day 3 @everyone',
  started_at: '2026-11-22T04:59:00+11:00',
  ended_at: null,
};

function push(
  change: { body?: string; key?: typeof privateKey; timestamp?: string; type?: string; id?: string } = {},
): Push {
  const body = change.body ?? JSON.stringify(event);
  const id = change.id ?? '01JDA';
  const timestamp = change.timestamp ?? now.toISOString();
  const signature = sign('RSA-SHA256', Buffer.from(`${id}.${timestamp}.${body}`), change.key ?? privateKey);
  return {
    headers: {
      'kick-event-message-id': id,
      'kick-event-message-timestamp': timestamp,
      'kick-event-signature': signature.toString('base64'),
      'kick-event-type': change.type ?? 'livestream.status.updated',
      'kick-event-version': '1',
    },
    body: Buffer.from(body),
    query: {},
  };
}

const accepts = ({ headers, body }: Push): boolean => {
  const read = readHeaders({ headers, body, query: {} });
  return read !== null && isTimely(read, now) && isGenuine(read, body, pem);
};

describe('a push of Kick', () => {
  it('with the documented signature is accepted', () => expect(accepts(push())).toBe(true));

  it('contains the live channel and the start in UTC, at any offset', () => {
    const signed = push();
    const read = readHeaders(signed);
    expect(read && hintOf(read, signed.body)).toMatchObject({
      platform: 'kick',
      messageId: '01JDA',
      channelId: '42',
      snapshot: {
        state: 'live',
        startedAt: new Date('2026-11-21T17:59:00Z'),
        details: { title: 'Lighthouse, day 3 @everyone' },
      },
    });
  });

  it('of an ended stream reports offline', () => {
    const signed = push({ body: JSON.stringify({ ...event, is_live: false }) });
    const read = readHeaders(signed);
    expect(read && hintOf(read, signed.body)?.snapshot).toEqual({ state: 'offline', channelId: '42' });
  });

  it.each(['not json', '[]', '{}', '{"broadcaster":{"user_id":"42"}}', 'null'])(
    'with a valid signature and the body %s gives no hint',
    (body) => {
      const signed = push({ body });
      const read = readHeaders(signed);
      expect(read && hintOf(read, signed.body)).toBeNull();
    },
  );
});

describe('log entries', () => {
  const read = (type: string, body: object) => {
    const signed = push({ type, body: JSON.stringify({ broadcaster: event.broadcaster, ...body }) });
    const headers = readHeaders(signed);
    if (!headers) throw new Error('no headers');
    return { headers, body: signed.body };
  };
  const ofBan = (body: object) => {
    const { headers, body: raw } = read('moderation.banned', body);
    return banOf(headers, raw);
  };
  const [fan, mod] = [7, 8].map((id) => ({ user_id: id, username: `User${id}`, channel_slug: `user${id}` }));

  it('of a ban names the person, the moderator, the reason and the end; without an end it is permanent', () => {
    const metadata = { reason: 'spam', created_at: '2026-11-21T17:59:00Z', expires_at: '2026-11-21T19:00:00Z' };
    expect(ofBan({ banned_user: fan, moderator: mod, metadata })).toMatchObject({
      channelId: '42',
      banned: { id: '7', name: 'user7', displayName: 'User7' },
      told: {
        messageId: '01JDA',
        moderator: { id: '8' },
        reason: 'spam',
        until: new Date('2026-11-21T19:00:00Z'),
        at: new Date('2026-11-21T17:59:00Z'),
      },
    });
    const short = ofBan({
      banned_user: fan,
      moderator: { is_anonymous: true },
      metadata: { reason: '', expires_at: null },
    });
    expect(short?.told).toMatchObject({ moderator: null, reason: null, until: null, at: now });
  });

  it('of Kicks and follows is read; an invalid amount is refused', () => {
    const gift = { amount: 500, name: 'Hell Yeah', type: 'BASIC', tier: 'BASIC', message: '' };
    const kicks = read('kicks.gifted', { sender: fan, gift, created_at: '2026-11-21T17:59:00Z' });
    expect(kicksOf(kicks.headers, kicks.body)).toMatchObject({ amount: 500, gift: 'Hell Yeah', message: null });
    const none = read('kicks.gifted', {
      sender: fan,
      gift: { ...gift, amount: -1 },
      created_at: '2026-11-21T17:59:00Z',
    });
    expect(kicksOf(none.headers, none.body)).toBeNull();
    const follow = read('channel.followed', { follower: fan });
    expect(followOf(follow.headers, follow.body)).toMatchObject({ channelId: '42', follower: { id: '7' }, at: now });
    expect(followOf(kicks.headers, kicks.body)).toBeNull();
  });
});

describe('a forged push is refused', () => {
  const genuine = push();
  const changed = (headers: Record<string, string | undefined>) => ({
    ...genuine,
    headers: { ...genuine.headers, ...headers },
  });

  it.each([
    ['signed by a stranger', push({ key: stranger })],
    ['written again with other spaces', { ...genuine, body: Buffer.from(JSON.stringify(event, null, 2)) }],
    ['packed', { ...genuine, body: gzipSync(genuine.body) }],
    ['empty', { ...genuine, body: Buffer.alloc(0) }],
    ['with another id', changed({ 'kick-event-message-id': '01JDB' })],
    ['with another time', changed({ 'kick-event-message-timestamp': '2026-11-21T18:00:01.000Z' })],
    ['without a signature', changed({ 'kick-event-signature': undefined })],
    ['without an id', changed({ 'kick-event-message-id': undefined })],
    ['with an empty signature', changed({ 'kick-event-signature': '' })],
    ['with a signature that is not base64', changed({ 'kick-event-signature': 'ÿÿÿ' })],
    ['with an id of 101 characters', push({ id: 'x'.repeat(101) })],
    ['from two days ago', push({ timestamp: '2026-11-19T18:00:00Z' })],
    ['from the future', push({ timestamp: '2026-11-21T18:06:00Z' })],
    ['without a time', push({ timestamp: 'yesterday' })],
  ])('%s', (_, forged) => expect(accepts(forged)).toBe(false));

  it('whichever byte of the body or of the signature is flipped', () => {
    const signature = Buffer.from(genuine.headers['kick-event-signature'] ?? '', 'base64');
    check(
      property(
        nat(genuine.body.length - 1),
        nat(signature.length - 1),
        integer({ min: 1, max: 255 }),
        (at, place, flip) => {
          const body = Buffer.from(genuine.body);
          body[at] = (body[at] as number) ^ flip;
          const other = Buffer.from(signature);
          other[place] = (other[place] as number) ^ flip;
          expect(accepts({ ...genuine, body })).toBe(false);
          expect(accepts(changed({ 'kick-event-signature': other.toString('base64') }))).toBe(false);
        },
      ),
      { numRuns: 100 },
    );
  });
});
