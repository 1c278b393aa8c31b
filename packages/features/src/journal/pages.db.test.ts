import { randomUUID } from 'node:crypto';
import { ServerId } from '@tally/contract';
import { AppError, defineFeature } from '@tally/kernel';
import { fakePlatforms } from '@tally/tests/fake-platforms';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notifications } from '../notifications/index.ts';
import { free } from '../servers/service/plan.ts';
import type { StreamerRow } from '../streamers/index.ts';
import { readList } from '../streamers/service/read.ts';
import { findStreamer, insertStreamer } from '../streamers/store/streamers.ts';
import { readJournal } from './service/read.ts';

const home = ServerId.parse('900000000000000001');
const premium = defineFeature({
  name: 'premium',
  serverPlans: async (_ctx, serverIds) => new Map(serverIds.map((id) => [id, free])),
});

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ features: [premium, notifications] });
});
afterAll(() => world.close());
beforeEach(() => world.reset());

const ctx = () => ({ ...world.ctx(), platforms: fakePlatforms({}) });

async function follow(name: string, change: Partial<StreamerRow> = {}): Promise<StreamerRow> {
  const now = world.clock.now();
  const row = { id: randomUUID(), serverId: home, platform: 'rumble', channelId: randomUUID(), name } as const;
  return await insertStreamer(world.inside, { ...row, settings: {}, addedAt: now, changedAt: now, ...change });
}

const refusal = async (work: Promise<unknown>) =>
  await work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe('the list of streamers in pages', () => {
  const wanted = { serverId: home, platform: 'rumble', isShort: true } as const;

  async function readPages(limit: number): Promise<string[]> {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await readList(ctx(), { ...wanted, limit, cursor });
      seen.push(...page.streamers.map((row) => `${row.streamerUserName} ${'type' in row ? row.type : ''}`));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    return seen;
  }

  it('lists both a user and a channel of Rumble that share a name', async () => {
    await follow('Harbor', { channelId: 'c/harbor' });
    await follow('harbor', { channelId: 'user/harbor' });
    await follow('zoe', { channelId: 'user/zoe' });
    for (const limit of [1, 2]) {
      const pages = await readPages(limit);
      expect(pages.toSorted()).toEqual(['Harbor channel', 'harbor user', 'zoe user']);
    }
  });

  it.each(['abc', 'a_b', `${'0'.repeat(8)}_x`, `${randomUUID()}_`])(
    'refuses %j, which is no place in it',
    async (cursor) => {
      expect(await refusal(readList(ctx(), { ...wanted, limit: 1, cursor }))).toBe('badCursor');
    },
  );
});

it.each([
  'abc',
  '999999999999999_00000000-0000-4000-8000-000000000000',
  `1_${'-'.repeat(36)}`,
  `1_${'0'.repeat(32)}----`,
])('the journal refuses the cursor %j', async (cursor) => {
  expect(await refusal(readJournal(ctx(), { serverId: home, cursor }))).toBe('badCursor');
});

it('finds a name in any case, also where small letters are written with another one', async () => {
  await follow('İZMİR_Oyun');
  const address = { serverId: home, platform: 'rumble' } as const;
  expect(await findStreamer(world.db, { ...address, name: 'İZMİR_Oyun' })).not.toBeNull();
  expect(await findStreamer(world.db, { ...address, name: 'İzmİr_OYUN' })).not.toBeNull();
});
