import { randomUUID } from 'node:crypto';
import { ChannelId, type JournalRow, ServerId } from '@tally/contract';
import { sql } from '@tally/infra/sql';
import { type Intention, intend, listChangedSince } from '@tally/pipeline/delivery';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { notifications } from './index.ts';
import { watchJournal } from './service/watch-journal.ts';
import { insertStreamer } from './store/streamers.ts';

const home = ServerId.parse('900000000000000001');
const room = ChannelId.parse('200000000000000001');
const kinds = ['live'];

let world: TestWorld;
let streamerId: string;
beforeAll(async () => {
  world = await testWorld({ features: [notifications] });
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  streamerId = randomUUID();
  const now = world.clock.now();
  const row = {
    id: streamerId,
    serverId: home,
    platform: 'kick',
    channelId: '676',
    name: 'ada',
    settings: {},
  } as const;
  await insertStreamer(world.inside, { ...row, addedAt: now, changedAt: now });
});

async function post(dedupeKey: string, change: Partial<Intention> = {}): Promise<void> {
  const detectedAt = world.clock.now();
  const row = { owner: 'notifications', serverId: home, subject: streamerId, kind: 'live', channelId: room } as const;
  const giveUpAt = new Date(detectedAt.getTime() + 86_400_000);
  await world.db.transaction((tx) => intend(world.ctx(), tx, [{ dedupeKey, ...row, detectedAt, giveUpAt, ...change }]));
}

it('tells of streamers although a member was greeted a moment ago, of whom it tells nothing', async () => {
  await post('hello', { owner: 'welcome-leave', subject: '100000000000000001', kind: 'greeting' });
  await post('live');
  const watching = new AbortController();
  const events: unknown[] = [];
  for await (const event of watchJournal(world.ctx(), home, watching.signal)) {
    events.push(event);
    watching.abort();
  }
  expect(events as JournalRow[]).toMatchObject([{ streamerUserName: 'ada', kind: 'live' }]);
});

it('tells of the last that changed where there are too many for one look', async () => {
  for (const key of ['one', 'two', 'three']) {
    world.clock.move(1_000);
    await post(key);
  }
  const since = new Date(world.clock.now().getTime() - 60_000);
  const about = { serverId: home, owners: ['notifications'], kinds, since, limit: 2 };
  const told = async () => (await listChangedSince(world.db, about)).map(({ dedupeKey }) => dedupeKey);
  expect(await told()).toEqual(['two', 'three']);
  await world.db.execute(sql`
    update deliveries set edited_at = queued_at + interval '10 seconds' where dedupe_key = 'one'`);
  expect(await told()).toEqual(['one', 'three']);
});
