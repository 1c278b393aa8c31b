import { expect, test } from 'vitest';
import { happeningOf } from './realtime.external.ts';

const line = (over: object = {}, identity: object = {}) => ({
  id: '3265e459-9924-4151-873a-cb60accdefa8',
  chatroom_id: 4,
  content: 'hi',
  type: 'message',
  created_at: '2026-11-20T18:54:06+00:00',
  sender: { id: 7, username: 'Ann', slug: 'ann', identity: { color: '#BC66FF', badges: [], ...identity } },
  metadata: { message_ref: '1' },
  ...over,
});
const read = (data: object) => {
  const happening = happeningOf('5', 'ChatMessageEvent', data);
  if (happening?.kind !== 'line') throw new Error('not a line');
  return happening.message;
};

test('a subscriber badge counts months', () => {
  const badges = [
    { type: 'subscriber', text: 'Subscriber', count: 36 },
    { type: 'sub_gifter', text: 'Sub Gifter', count: 5 },
  ];
  expect(read(line({}, { badges }))).toMatchObject({ badges: ['subscriber', 'sub_gifter'], subscribedMonths: 36 });
  expect(read(line({}, { badges: [{ type: 'subscriber', count: 'many' }] })).subscribedMonths).toBeUndefined();
});

test('the level has its picture; other pictures and invalid ones are left out', () => {
  const level = { name: 'level', image_url: 'https://files.kick.com/level/12.png', metadata: { level: 12 } };
  const odd = [7, null, { name: 'level', image_url: 'javascript:1' }, { name: 'chest', image_url: 'https://x.test/1' }];
  expect(read(line({}, { badges_v2: [level, ...odd] })).pictures).toEqual([
    { title: 'Level 12', url: 'https://files.kick.com/level/12.png' },
  ]);
  expect(read(line({}, { badges_v2: [{ ...level, selected: false }] })).pictures).toEqual([]);
  expect(read(line({}, { badges_v2: 'none' })).pictures).toEqual([]);
});

test.each([
  ['an object', (metadata: object) => metadata],
  ['a text of JSON', (metadata: object) => JSON.stringify(metadata)],
])('reads the months of a shared renewal, with metadata as %s', (_, form) => {
  const metadata = { celebration: { id: 'chceleb_1', type: 'subscription_renewed', total_months: 20 } };
  expect(read(line({ type: 'celebration', metadata: form(metadata) })).renewedMonths).toBe(20);
  expect(read(line({ type: 'celebration', metadata: form({ celebration: { type: 'other' } }) }))).toMatchObject({
    text: 'hi',
    renewedMonths: undefined,
  });
});
