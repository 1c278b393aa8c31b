import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { clipsIn, isAsk, isSigned, makerOf, namedIn, readPushed } from './match.ts';

it.each([
  ['@fan here is your clip: https://kickbot.com/clip/abc-1', ['abc-1']],
  ['https://www.kickbot.com/clip/a_b https://kickbot.com/clip/a_b https://kickbot.com/clip/c', ['a_b', 'c']],
  ['https://kickbot.app/clip/d https://www.kickbot.app/clip/e', ['d', 'e']],
  ['https://kickbot.com/clips/abc', []],
  ['https://kickbot.com.evil.test/clip/abc', []],
  ['https://evil.test/?u=kickbot.com/clip/abc', []],
  [`https://kickbot.com/clip/${'x'.repeat(101)}`, []],
])('the clips in a line: %s', (text, ids) => {
  expect(clipsIn(text)).toEqual(ids);
});

it('a request begins with the command, with seconds or without', () => {
  expect(['!clip', ' !CLIP 30', '!clip nice'].map(isAsk)).toEqual([true, true, true]);
  expect(['!clips', 'see !clip', '!clipper'].map(isAsk)).toEqual([false, false, false]);
});

it('whom a line addresses', () => {
  expect(namedIn('@Quick_Thumb here it is')).toBe('Quick_Thumb');
  expect(['mail a@b.test', '@ab', '@@abc', `@${'x'.repeat(26)}`].map(namedIn)).toEqual([null, null, null, null]);
});

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 26, 3, 0, seconds));
const ask = (displayName: string, seconds: number) => ({
  name: displayName.toLowerCase().replaceAll('_', '-'),
  displayName,
  roles: ['vip'] as ['vip'],
  askedAt: at(seconds),
});

it('the author is the person named in the line or its reply, or else the last to ask, within two minutes', () => {
  const asked = [ask('Old', -60), ask('Quick_Thumb', 0), ask('Later', 30)];
  const line = (text: string, seconds = 40, replyTo: string | null = null) => ({ text, replyTo, sentAt: at(seconds) });
  expect(makerOf(line('@quick_thumb done'), asked)).toEqual({ name: 'Quick_Thumb', roles: ['vip'] });
  expect(makerOf(line('done', 40, 'quick-thumb'), asked)).toEqual({ name: 'Quick_Thumb', roles: ['vip'] });
  expect(makerOf(line('@stranger done'), asked)).toEqual({ name: 'stranger', roles: [] });
  expect(makerOf(line('done'), asked)?.name).toBe('Later');
  expect(makerOf(line('done', 149), asked)?.name).toBe('Later');
  expect(makerOf(line('done', 151), asked)).toBeNull();
  expect(makerOf(line('done', -61), asked)?.name).toBe('Old');
  expect(makerOf(line('done', -66), asked)).toBeNull();
});

it('a push counts for five minutes, over the very bytes', () => {
  const [rawBody, secret, now] = [Buffer.from('{"id":"a"}'), 'hush', at(0)];
  const letter = (offset: number, change: { body?: string; key?: string; prefix?: string } = {}) => {
    const timestamp = String(now.getTime() / 1_000 + offset);
    const { body = '{"id":"a"}', key = secret, prefix = 'sha256=' } = change;
    const signature = prefix + createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex');
    return isSigned({ timestamp, signature, rawBody, secret, now });
  };
  expect([letter(0), letter(-300), letter(300)]).toEqual([true, true, true]);
  expect([letter(-301), letter(301)]).toEqual([false, false]);
  expect([letter(0, { body: '{"id": "a"}' }), letter(0, { key: 'x' }), letter(0, { prefix: '' })]).toEqual([
    false,
    false,
    false,
  ]);
  expect(isSigned({ timestamp: undefined, signature: undefined, rawBody, secret, now })).toBe(false);
});

const pushed = {
  id: 'a-1',
  streamer: 'ada',
  clipper: { username: 'fan', badges: ['vip'] },
  title: 'x',
  url: 'https://kickbot.com/clip/a-1',
  durationSeconds: 30,
  createdAt: '2026-11-26T03:00:00Z',
};
const read = (change: object = {}, kind: 'clip' | 'vod' = 'clip') =>
  readPushed(Buffer.from(JSON.stringify({ ...pushed, ...change })), kind);

it('reads pushes in the agreed form, and refuses other forms and addresses', () => {
  expect(read()).toMatchObject({ id: 'a-1', createdAt: at(0) });
  expect(read({ clipper: null, title: null, durationSeconds: null })).not.toBeNull();
  expect(read({ url: 'https://kick.com/ada/videos/1' }, 'vod')).not.toBeNull();
  for (const url of [
    'http://kickbot.com/clip/a',
    'https://kickbot.com.evil.test/',
    'https://kickbot.com@evil.test/',
    'https://user@kickbot.com/',
    'https://kickbot.com:8443/',
    'javascript:alert(1)',
    'https://kick.com/ada',
  ])
    expect(read({ url })).toBeNull();
  expect(read({ id: '../x' })).toBeNull();
  expect(read({ createdAt: 'yesterday' })).toBeNull();
  expect(readPushed(Buffer.from('{'), 'clip')).toBeNull();
});
