import { expect, it } from 'vitest';
import { KickbotPage } from './kickbot.external.ts';

const clip = [
  { clip: 1 },
  { clip_name: 2, clipper_username: 3, length: 4, created_at: 5, views: 6, streamer: 7 },
  'The fall',
  'quick_thumb',
  29.6,
  ['Date', '2026-11-20T18:00:00.000Z'],
  12,
  { kick_slug: 8 },
  'Ada',
];
const page = (data: unknown) => ({ type: 'data', nodes: [null, { type: 'skip' }, { type: 'data', data, uses: {} }] });

it('reads the title, channel and author of a clip from its page', () => {
  expect(KickbotPage.parse(page(clip))).toEqual({
    channelName: 'ada',
    title: 'The fall',
    clipper: 'quick_thumb',
    durationSeconds: 30,
    createdAt: new Date('2026-11-20T18:00:00Z'),
    views: 12,
  });
});

it('names a clip without a title as chats show it', () => {
  const bare = [
    { clip: 1, og_title: 4 },
    { clip_name: -1, streamer: 2 },
    { kick_slug: 3 },
    'ada',
    'So close clipped by quick_thumb',
  ];
  expect(KickbotPage.parse(page(bare))).toMatchObject({ title: 'So close', clipper: 'quick_thumb' });
  bare[4] = 'clipped by quick_thumb';
  expect(KickbotPage.parse(page(bare))).toMatchObject({ title: null, clipper: 'quick_thumb' });
});

it.each([
  ['no list of nodes', {}],
  ['another page', page([{ user: 1 }, 'ada'])],
  ['a clip of nobody', page([{ clip: 1 }, { clip_name: 2, streamer: -1 }, 'x'])],
  ['one that holds itself', page([{ clip: 0 }])],
  ['lists without an end', page([[1], [0]])],
  ['too many values', page([...clip, ...Array.from({ length: 6_000 }, () => 'x')])],
  ['places that are none', page([{ clip: 1 }, { streamer: 9_999 }])],
])('%s is no clip, and causes no error', (_, told) => {
  expect(KickbotPage.safeParse(told).success).toBe(false);
});
