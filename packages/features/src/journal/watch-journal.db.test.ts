import { randomUUID } from 'node:crypto';
import { ChannelId, type JournalChanged, ServerId } from '@tally/contract';
import { sql } from '@tally/infra/sql';
import { type Intention, intend } from '@tally/pipeline/delivery';
import { type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { notifications } from '../notifications/index.ts';
import { changePause } from '../streamers/store/pauses.ts';
import { deleteStreamer, insertStreamer, updateStreamer } from '../streamers/store/streamers.ts';
import { watchJournal } from './service/watch-journal.ts';

const home = ServerId.parse('900000000000000001');
const room = ChannelId.parse('200000000000000001');

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({ features: [notifications] });
});
afterAll(() => world.close());

let watching: AbortController;
let told: JournalChanged[];
let over: Promise<void>;
beforeEach(async () => {
  await world.reset();
  // Starts listening early, so the process counts as one that has missed nothing.
  const first = new AbortController();
  for await (const _ of watchJournal(world.ctx(), home, first.signal)) first.abort();
  world.clock.move(60_000);
  watching = new AbortController();
  told = [];
  over = (async () => {
    for await (const event of watchJournal(world.ctx(), home, watching.signal)) told.push(event);
  })();
});
afterEach(async () => {
  watching.abort();
  await over;
});
const isTold = () => vi.waitFor(() => expect(told.length).toBeGreaterThan(0), { timeout: 30_000 });

/** Postgres delivers notifications in order, so all earlier ones have arrived when this one does. */
async function everythingIsHeard(): Promise<void> {
  const heard = Promise.withResolvers<void>();
  const stop = await world.listen('test_end', () => heard.resolve());
  await world.db.execute(sql`select pg_notify('test_end', '')`);
  await heard.promise;
  await stop();
}

async function post(dedupeKey: string, change: Partial<Intention> = {}): Promise<void> {
  const detectedAt = world.clock.now();
  const row = { owner: 'notifications', serverId: home, subject: randomUUID(), kind: 'live', channelId: room } as const;
  const giveUpAt = new Date(detectedAt.getTime() + 86_400_000);
  await world.db.transaction((tx) => intend(world.ctx(), tx, [{ dedupeKey, ...row, detectedAt, giveUpAt, ...change }]));
}

it('reports a new row, but neither a greeting nor a rolled-back one', async () => {
  await post('hello', { owner: 'welcome-leave', subject: '100000000000000001', kind: 'greeting' });
  const failing = world.db.transaction(async (tx) => {
    const now = world.clock.now();
    const row = { owner: 'notifications', serverId: home, subject: 's', kind: 'live', channelId: room } as const;
    await intend(world.ctx(), tx, [{ ...row, dedupeKey: 'never', detectedAt: now, giveUpAt: now }]);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await everythingIsHeard();
  expect(told).toEqual([]);
  await post('live');
  await isTold();
});

const now = () => world.clock.now();
const follow = (id: string) =>
  insertStreamer(world.inside, {
    id,
    serverId: home,
    platform: 'kick',
    channelId: '676',
    name: 'ada',
    settings: {},
    addedAt: now(),
    changedAt: now(),
  });
/** Each change is tested on its own page, so no page receives the changes that prepare another test. */
const changes: readonly [string, (id: string) => Promise<unknown>][] = [
  ['changed', (id) => updateStreamer(world.inside, id, { settings: { paused: true } })],
  ['paused by us', (id) => changePause(world.db, { streamerId: id, from: null, to: 'permissions', now: now() })],
  ['taken out', (id) => deleteStreamer(world.inside, id)],
];
it.each(changes)('a followed streamer is %s', async (_, change) => {
  const id = randomUUID();
  await follow(id);
  await everythingIsHeard();
  world.clock.move(60_000);
  const page = watchJournal(world.ctx(), home, watching.signal);
  const first = page.next();
  await change(id);
  expect(await first).toEqual({ done: false, value: { changed: true } });
});

it('a paused streamer resumes', async () => {
  const id = randomUUID();
  await follow(id);
  await changePause(world.db, { streamerId: id, from: null, to: 'permissions', now: now() });
  await everythingIsHeard();
  world.clock.move(60_000);
  const first = watchJournal(world.ctx(), home, watching.signal).next();
  await changePause(world.db, { streamerId: id, from: 'permissions', to: null, now: now() });
  expect(await first).toMatchObject({ value: { changed: true } });
});
