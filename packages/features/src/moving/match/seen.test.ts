import type { RoleId } from '@tally/contract';
import { Message } from '@tally/discord/rest';
import { platforms } from '@tally/platforms/registry';
import { expect, it } from 'vitest';
import { heldOut } from '../__fixtures__/other-posts.ts';
import type { StoredCandidate } from '../tables.ts';
import { joined, judged, withPosts } from './seen.ts';
import { kindOf } from './shown.ts';

const fans = '710000000000000002' as RoleId;
let serial = 0;
const count = (messages: readonly object[], before: readonly StoredCandidate[] = [], most = 1_000) =>
  withPosts(
    before,
    messages.map((each) => Message.parse(each)),
    {
      pageIn: (platform, address) => platforms.find(({ id }) => id === platform)?.creatorPageIn(address) ?? null,
      pingable: new Set([fans]),
      nextId: () => `c${(serial += 1)}`,
      most,
    },
  );
const post = (place: number, content: string, more: object = {}) => ({
  id: String(1_300_000_000_000_000_000n + BigInt(place)),
  channel_id: '700000000000000001',
  timestamp: new Date(1_790_000_000_000 + place).toISOString(),
  author: { id: '840000000000000001', username: 'A bot', bot: true },
  content,
  ...more,
});
/** Simulates the platform's answers. By default each address is a separate channel. */
const lookedUp = (candidates: readonly StoredCandidate[], idOf = ({ wrote }: StoredCandidate) => wrote) =>
  joined(
    candidates.map((each) =>
      judged({
        ...each,
        state: 'found',
        channel: {
          platform: each.platform ?? 'kick',
          id: idOf(each),
          name: '',
          displayName: '',
          avatarUrl: null,
          followers: null,
          url: '',
        },
      }),
    ),
  );

it('of ten senders, no creator is found whom their posts do not announce', () => {
  for (const [sender, posts] of Map.groupBy(heldOut, (each) => each.sender)) {
    const announced = new Set(posts.flatMap(({ leadsTo }) => leadsTo));
    const found = lookedUp(count(posts.map(({ message }) => message)).candidates).filter(
      ({ state }) => state === 'found',
    );
    expect([sender, found.map(({ wrote }) => wrote).filter((each) => !announced.has(each))]).toEqual([sender, []]);
    expect(found.length).toBeGreaterThan(0);
  }
});

it('two posts of one sender are enough, one is not, and posts of two senders are not added up', () => {
  const other = { author: { id: '840000000000000002', username: 'B', bot: true } };
  const { candidates } = count([
    post(4, 'kick.com/twice'),
    post(3, 'kick.com/twice'),
    post(2, 'kick.com/once'),
    post(1, 'kick.com/apart'),
    post(0, 'kick.com/apart', other),
  ]);
  expect(lookedUp(candidates).map(({ wrote, state, reason }) => [wrote.slice(17), state, reason])).toEqual([
    ['twice', 'found', null],
    ['once', 'unsure', 'fewPosts'],
    ['apart', 'unsure', 'fewPosts'],
  ]);
});

it('a list of ten creators proves none of them, however often it is posted', () => {
  const list = Array.from({ length: 10 }, (_, place) => `kick.com/creator-${place}`).join(' ');
  const states = lookedUp(count([post(1, list), post(2, list)]).candidates).map(({ state, reason }) => [state, reason]);
  expect(new Set(states.map(String))).toEqual(new Set(['unsure,list']));
});

it('videos of one channel become one creator, with the newest post and all counts', () => {
  const watch = (id: string) => `https://www.youtube.com/watch?v=${id}`;
  const first = count([post(9, watch('dK3-9xWq_Zs')), post(5, watch('A1b2C3d4E5f'))]).candidates;
  const [one, ...others] = lookedUp(first, () => 'UC1');
  expect(others).toEqual([]);
  expect(one).toMatchObject({
    state: 'found',
    seen: { posts: 2, lives: 2, videos: 2, example: { messageId: String(1_300_000_000_000_000_009n) } },
  });
});

it('proposes only what all posts are about, and both where a link does not say it', () => {
  const kinds = (...contents: string[]) =>
    lookedUp(count(contents.map((content, place) => post(place, content))).candidates, () => 'one').map(kindOf);
  const [watch, short] = ['https://youtu.be/dK3-9xWq_Zs', 'https://www.youtube.com/shorts/A1b2C3d4E5f'];
  expect(kinds(short, 'youtube.com/shorts/_zYxWvUtSrQ')).toEqual(['videos']);
  expect(kinds('youtube.com/@ada/live', 'youtube.com/live/dK3-9xWq_Zs')).toEqual(['live']);
  expect(kinds('tiktok.com/@ada/video/7300000000000000001', 'tiktok.com/@ada/live')).toEqual(['both']);
  expect(kinds(watch, watch)).toEqual(['both']);
  expect(kinds('youtube.com/@ada', 'youtube.com/@ada')).toEqual([null]);
  expect(kinds(short)).toEqual([null]);
  expect(kinds('kick.com/ada', 'kick.com/ada')).toEqual([null]);
});

it('a ping is suggested only if half of the posts have it, and a person’s choice stays', () => {
  const pinged = { mention_roles: [fans, '710000000000000009'] };
  const [often] = count([post(3, 'kick.com/ada', pinged), post(2, 'kick.com/ada')]).candidates;
  expect(often?.pingRoleId).toBe(fans);
  const [seldom] = count([
    post(3, 'kick.com/ada', pinged),
    post(2, 'kick.com/ada'),
    post(1, 'kick.com/ada'),
  ]).candidates;
  expect(seldom?.pingRoleId).toBeNull();
  const chosen = { ...(often as StoredCandidate), channelId: '700000000000000009' as never, pingRoleId: null };
  expect(count([post(9, 'kick.com/ada', pinged)], [chosen]).candidates[0]).toMatchObject({
    channelId: '700000000000000009',
    pingRoleId: null,
  });
});

it('beyond a thousand creators, the rest counts as left out', () => {
  const many = Array.from({ length: 12 }, (_, place) => post(place, `kick.com/creator-${place}`));
  const { candidates, left } = count(many, [], 10);
  expect([candidates.length, left]).toEqual([10, 2]);
});
