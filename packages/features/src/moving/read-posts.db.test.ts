import { ChannelId, ServerId, UserId } from '@tally/contract';
import { Message } from '@tally/discord/rest';
import { UpstreamError } from '@tally/kernel';
import { fakePlatforms } from '@tally/tests/fake-platforms';
import { putServer, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { moving } from './index.ts';
import { lookUpAll } from './service/look-up.ts';
import { findMove, insertMove } from './store.ts';

/** Reads three pages of posts from a simulated Discord, which a test can disturb before any page. */
const home = ServerId.parse('900000000000000001');
const room = ChannelId.parse('200000000000000001');
const ada = UserId.parse('100000000000000001');
const COUNT = 250;

let world: TestWorld;
let posts: object[];
/** Runs before each page is read. */
let disturb: (page: number) => void;
let pages: number;

beforeAll(async () => {
  world = await testWorld({ features: [moving] });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  await putServer(world, home);
  [pages, disturb] = [0, () => {}];
  // Newest first, as Discord sends them.
  posts = Array.from({ length: COUNT }, (_, place) => ({
    id: String(1_300_000_000_000_000_000n + BigInt(COUNT - place)),
    channel_id: room,
    timestamp: '2026-11-01T00:00:00Z',
    author: { id: '375805687529209857', username: 'Streamcord', bot: true },
    content: 'Live! https://kick.com/ada',
  }));
});

const discord = {
  bot: { application: async () => ({ flags: 1 << 18 }) },
  lanes: { bot: { pacer: { waiting: 0 } } },
  members: { get: async () => ({ userId: ada, roleIds: [], timedOutUntil: null }) },
  servers: {
    get: async () => ({ id: home, name: 'Home', ownerId: ada, roles: [], emojis: [] }),
    channels: async () => [{ id: room, name: 'live', kind: 'text', parentId: null, position: 0, overwrites: [] }],
  },
  messages: {
    async list({ before, limit }: { before?: string; limit: number }) {
      pages += 1;
      disturb(pages);
      const from = before === undefined ? 0 : posts.findIndex((each) => (each as { id: string }).id === before) + 1;
      return posts.slice(from, from + limit).map((each) => Message.parse(each));
    },
  },
};
const channel = { platform: 'kick', id: '7', name: 'ada', displayName: 'Ada', url: 'x', avatarUrl: null };
const creatorPageIn = ({ pathname }: URL) => ({ url: `https://kick.com${pathname}`, isThing: false });
const ctx = () => ({
  ...world.ctx(),
  discord: discord as never,
  timers: { ...world.ctx().timers, pause: async () => {} },
  platforms: fakePlatforms({ kick: { stream: { findChannel: async () => channel } } }, [
    { id: 'kick', name: 'Kick', channelNameIn: (text: string) => text, creatorPageIn },
  ]),
});

async function begin(): Promise<string> {
  const [id, now] = [world.ctx().random.uuid(), world.clock.now()];
  const channels = [{ id: room, name: 'live', before: null, read: 0, isDone: false }];
  await insertMove(world.db, {
    id,
    serverId: home,
    userId: ada,
    kind: 'posts',
    state: 'reading',
    candidates: [],
    leftOut: [],
    reading: { depth: 500, channels, older: null },
    outcome: null,
    createdAt: now,
    workedAt: now,
    expiresAt: new Date(now.getTime() + 86_400_000),
  });
  return id;
}
const read = async (id: string) => {
  const move = await findMove(world.db, id);
  return move?.candidates.map(({ wrote, state, seen }) => [wrote, state, seen?.posts]);
};
const all = [['https://kick.com/ada', 'found', COUNT]];

it('a process that is killed between two pages, and another one, count each post once', async () => {
  const id = await begin();
  disturb = (page) => {
    if (page === 2) throw new Error('killed');
  };
  await expect(lookUpAll(ctx(), id)).rejects.toThrow('killed');
  expect(await read(id)).toEqual([['https://kick.com/ada', 'waiting', 100]]);
  expect(await lookUpAll(ctx(), id)).toBeNull();
  expect([await read(id), pages]).toEqual([all, 4]);
});

it('a limit in the middle delays the rest by as much as Discord says', async () => {
  const id = await begin();
  disturb = (page) => {
    const about = { world: 'discord', kind: 'limited', message: 'answered 429', retryAfterMs: 20_000 } as const;
    if (page === 3) throw new UpstreamError(about);
  };
  expect(await lookUpAll(ctx(), id)).toEqual(new Date(world.clock.now().getTime() + 20_000));
  expect(await lookUpAll(ctx(), id)).toBeNull();
  expect(await read(id)).toEqual(all);
});

it('a post that is edited or deleted while others are read is counted as it was', async () => {
  const id = await begin();
  disturb = (page) => {
    if (page !== 2) return;
    posts = posts.map((each, place) => (place < 50 ? { ...each, content: 'https://kick.com/bob' } : each));
    posts.splice(10, 20);
  };
  expect(await lookUpAll(ctx(), id)).toBeNull();
  expect(await read(id)).toEqual(all);
});

it('what is edited before its page is read counts as it is now', async () => {
  const id = await begin();
  disturb = (page) => {
    if (page !== 2) return;
    posts = posts.map((each, place) => (place > 200 ? { ...each, content: 'https://kick.com/bob' } : each));
  };
  await lookUpAll(ctx(), id);
  // Both names belong to one channel on the platform, so they become one creator.
  expect(await read(id)).toEqual(all);
});
