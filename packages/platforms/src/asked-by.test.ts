import { UserId } from '@tally/contract';
import {
  type Caller,
  minutes,
  ownBudgets,
  type PlatformConnection,
  type PlatformDefinition,
  type PlatformDoors,
  seconds,
  UpstreamError,
} from '@tally/kernel';
import { beforeEach, expect, it } from 'vitest';
import { openAskedBy } from './asked-by.ts';

const START = Date.parse('2026-11-24T12:00:00Z');
const stranger: Caller = { kind: 'anonymous' };
const service: Caller = { kind: 'system' };
const person = (id: string): Caller => ({
  kind: 'user',
  userId: UserId.parse(id.padEnd(18, '0')),
  sessionId: 's',
  flags: new Set(),
});
const ann = person('1');
const definition = {
  id: 'tiktok',
  name: 'TikTok',
  pace: { peoplePerMinute: 5, strangersPerMinute: 3, lookUpsPerDay: 20 },
} as unknown as PlatformDefinition;

let now: number;
let asked: string[];
let sleepers: { at: number; wake: () => void }[];
let answer: () => Promise<null>;
let open: () => ReturnType<typeof openAskedBy>;

beforeEach(() => {
  [now, asked, sleepers] = [START, [], []];
  answer = async () => null;
  const budgets = ownBudgets();
  const doors = {
    budgets,
    clock: { now: () => new Date(now) },
    timers: {
      nowMs: () => now,
      pause: (ms: number) => new Promise<void>((wake) => void sleepers.push({ at: now + ms, wake })),
    },
  } as unknown as PlatformDoors;
  const connection = {
    stream: {
      async findChannel(name: string) {
        asked.push(name);
        return await answer();
      },
      ask: async () => [],
    },
    emotes: {
      async listEmotes() {
        asked.push('emotes');
        return [];
      },
    },
  } as unknown as PlatformConnection;
  open = () => openAskedBy(definition, connection, doors);
});

/** Waits for all work that does not depend on the clock. */
const settle = () => new Promise<void>((resolve) => void setImmediate(resolve));
async function pass(ms: number): Promise<void> {
  now += ms;
  for (const each of sleepers.splice(0)) {
    if (each.at <= now) each.wake();
    else sleepers.push(each);
  }
  await settle();
}
const outcomes = (list: readonly Promise<unknown>[]) =>
  Promise.all(
    list.map((each) =>
      each.then(
        () => 'answered',
        (error: { kind?: string; code?: string }) => error.kind ?? error.code,
      ),
    ),
  );
const many = (count: number, ask: (at: number) => Promise<unknown>) =>
  outcomes(Array.from({ length: count }, (_, at) => ask(at)));

it('all strangers share a few questions a minute over all processes, apart from those of others', async () => {
  const [one, other] = [open(), open()];
  const flood = await many(40, (at) => (at % 2 ? one : other)(stranger).stream.findChannel(`made-up-${at}`));
  expect(flood.filter((each) => each === 'answered')).toHaveLength(3);
  expect(flood.filter((each) => each === 'limited')).toHaveLength(37);
  expect(asked).toHaveLength(3);
  expect(await many(5, () => one(ann).stream.findChannel('ada'))).toEqual(Array(5).fill('answered'));
  expect(await many(50, () => one(service).stream.findChannel('ada'))).toEqual(Array(50).fill('answered'));
});

it('a refused stranger learns when to try again, and then succeeds', async () => {
  now = START + seconds(18);
  const asks = open();
  await many(3, () => asks(stranger).stream.findChannel('x'));
  await expect(asks(stranger).stream.findChannel('x')).rejects.toMatchObject({
    world: 'tiktok',
    kind: 'limited',
    retryAfterMs: seconds(42),
  });
  now = START + minutes(1);
  expect(await asks(stranger).stream.findChannel('x')).toBeNull();
});

it('a person waits for their turn, in order', async () => {
  now = START + seconds(45);
  const asks = open();
  const all = many(8, (at) => asks(ann).stream.findChannel(`creator-${at}`));
  await settle();
  expect(asked).toHaveLength(5);
  await pass(seconds(15));
  expect(await all).toEqual(Array(8).fill('answered'));
  expect(asked).toEqual(Array.from({ length: 8 }, (_, at) => `creator-${at}`));
});

it('a caller waits at most twenty seconds, and only in a line that the next minute can serve', async () => {
  now = START + seconds(39);
  const asks = open();
  await many(5, () => asks(ann).stream.findChannel('ada'));
  await expect(asks(ann).stream.findChannel('ada')).rejects.toMatchObject({
    kind: 'limited',
    retryAfterMs: seconds(21),
  });
  now = START + seconds(45);
  const waiting = many(6, () => asks(ann).stream.findChannel('ada'));
  await settle();
  await pass(seconds(15));
  expect(await waiting).toEqual([...Array(5).fill('answered'), 'limited']);
});

it('an optional call does not wait', async () => {
  now = START + seconds(50);
  const asks = open();
  await many(5, () => asks(ann).stream.findChannel('ada'));
  await expect(asks(ann).emotes?.listEmotes({ id: '1', name: 'ada' })).rejects.toMatchObject({ kind: 'limited' });
  expect(sleepers).toEqual([]);
});

it('a person waits when the platform asks for a pause', async () => {
  const asks = open();
  answer = () =>
    Promise.reject(new UpstreamError({ world: 'tiktok', kind: 'limited', message: 'x', retryAfterMs: 5_000 }));
  const found = asks(ann).stream.findChannel('ada');
  await settle();
  answer = async () => null;
  await pass(seconds(5));
  expect(await found).toBeNull();
});

it('one person has a daily limit of look-ups, and each person has their own', async () => {
  const asks = open();
  for (let at = 0; at < 20; at += 1) {
    await asks(ann).stream.findChannel(`nobody-${at}`);
    now += minutes(1);
  }
  await expect(asks(ann).stream.findChannel('ada')).rejects.toMatchObject({ code: 'lookUpsUsedUp' });
  expect(await asks(person('2')).stream.findChannel('ada')).toBeNull();
  now = START + 86_400_000;
  expect(await asks(ann).stream.findChannel('ada')).toBeNull();
});
