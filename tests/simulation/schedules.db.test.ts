import { ChannelId, MessageId, ServerId } from '@tally/contract';
import { createBatches } from '@tally/infra/batch';
import type { Db } from '@tally/infra/db';
import { createQueue, openBoss, type QueueRunner } from '@tally/infra/queue';
import { sql } from '@tally/infra/sql';
import {
  type Ctx,
  declareJob,
  handleJob,
  LAST_GRACE,
  noTrace,
  type Snapshot,
  silentLog,
  systemClock,
  systemRandom,
  systemTimers,
} from '@tally/kernel';
import { noMentions } from '@tally/message/discord';
import { seededRandom } from '@tally/tests/context';
import { type TestDatabase, testDb } from '@tally/tests/database';
import { fromDrizzle, type PgBoss } from 'pg-boss';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { rememberDepartures } from '../../packages/pipeline/src/delivery/store/departures.ts';
import { reservePublication } from '../../packages/pipeline/src/delivery/store/follows.ts';
import { claimDue, insertRows, lineUp, settleAll } from '../../packages/pipeline/src/delivery/store/line.ts';
import { updateOpen } from '../../packages/pipeline/src/delivery/store/reconsider.ts';
import { changeWanted } from '../../packages/pipeline/src/delivery/store/wanted.ts';
import type { Delivery } from '../../packages/pipeline/src/delivery/tables.ts';
import { storeHints } from '../../packages/pipeline/src/detection/pushes/hints.ts';
import { endDueGraces } from '../../packages/pipeline/src/detection/session/graces.ts';
import { observe } from '../../packages/pipeline/src/detection/session/observe.ts';
import { claimLead } from '../../packages/pipeline/src/detection/store/leads.ts';
import { type Actor, openActor, takeTurns } from './turns.ts';

/** The number of orders to try per pair. About two hundred run in total; `SCHEDULES=1000` tries more. */
const SCHEDULES = Number(process.env.SCHEDULES ?? 22);

const now = new Date('2026-01-15T12:00:00.000Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const payload = { content: 'Ada is live', allowed_mentions: noMentions };
const fanOut = { owner: 'one', kind: 'live', detectedAt: now, giveUpAt: later(3_600_000) };
const keys = ['k0', 'k1', 'k2', 'k3', 'k4', 'k5'];
const newRow = (dedupeKey: string, place: number) => ({
  ...fanOut,
  dedupeKey,
  serverId: ServerId.parse('100000'),
  subject: 'ada',
  channelId: ChannelId.parse(`20000${place >> 1}`),
  turn: now.getTime() + place,
  payload,
});
const insert = (db: Db, some = keys) => insertRows(db, some.map(newRow), { now, caller: 'test' });
const claim = (db: Db, at = now, limit = 2) =>
  claimDue(db, { now: at, leaseUntil: new Date(at.getTime() + 30_000), limit, lanes: ['bot'] });
const posted = (row: Delivery) => ({
  delivery: row,
  settlement: { state: 'posted' as const, messageId: MessageId.parse('300000'), sentVersion: 1, nextAttemptAt: null },
});
const valuesOf = <T>(results: readonly PromiseSettledResult<unknown>[]): T[] =>
  results.map((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value as T;
  });

/** One waiting job covers several changes of the same object. */
const covering = declareJob({ name: 'simulated/cover', data: z.object({}) });

let database: TestDatabase;
let boss: ReturnType<typeof openBoss> & Pick<PgBoss, 'fetch'>;
let queue: QueueRunner;
let actors: Actor[] = [];
beforeAll(async () => {
  database = await testDb();
  if (!database.databaseUrl) return;
  // A short deadlock timeout lets a circular wait fail the test quickly.
  await database.db.execute(sql`do $$ begin
    execute format('alter database %I set deadlock_timeout = %L', current_database(), '20ms'); end $$`);
  const doors = { database, timers: systemTimers, log: silentLog };
  boss = openBoss(doors) as typeof boss;
  queue = createQueue({ ...doors, boss, clock: systemClock, random: systemRandom });
  const makeCtx = () => {
    throw new Error('no worker runs here');
  };
  await queue.start({ jobs: [handleJob(covering, async () => undefined)], makeCtx, isWorker: false });
  actors = await Promise.all(Array.from({ length: 3 }, () => openActor(database.databaseUrl ?? '')));
});
afterAll(async () => {
  await Promise.all(actors.map((actor) => actor.close()));
  if (database.databaseUrl) await queue.stop();
  await database.close();
});
beforeEach(() => database.reset());

async function addChannel(db: Db): Promise<void> {
  await db.execute(sql`delete from push_messages`);
  await db.execute(sql`delete from stream_sessions`);
  await db.execute(sql`delete from channels`);
  await db.execute(sql`
    insert into channels (platform, channel_id, name, display_name, url, refreshed_at, next_ask_at)
    values ('kick', '1', 'ada', 'ada', 'https://kick.com/ada', now(), now())`);
}

const detecting = (db: Db, at = now) =>
  ({
    db,
    clock: { now: () => at },
    timers: systemTimers,
    random: systemRandom,
    log: silentLog,
    features: [],
    batches: createBatches(),
    trace: noTrace,
    platforms: { definitions: [], with: () => new Map() },
    queue: { sendMany: async () => undefined },
  }) as unknown as Ctx;

function snapshotOf(state: 'live' | 'offline', change: { streamId?: string; startedAt?: Date } = {}): Snapshot {
  if (state === 'offline') return { channelId: '1', state };
  const details = { title: 'a', category: 'b', categoryImageUrl: null, thumbnailUrl: null, viewers: 1 };
  const live = { streamId: 's1', startedAt: now, url: 'https://kick.com/ada', ...change };
  return { channelId: '1', state, ...live, details: { ...details, language: null, isMature: false } };
}

const push =
  (messageId: string, snapshot: Snapshot, at = now) =>
  (db: Db) => {
    const hint = { platform: 'kick' as const, channelId: '1', messageId, occurredAt: at, snapshot };
    return db.transaction((tx) => storeHints(tx, [{ ctx: detecting(db, at), hint, arrivedAt: at }]));
  };

const versionOf = async (db: Db): Promise<number> =>
  (await db.execute<{ version: number }>(sql`select version from deliveries where dedupe_key = 'k0'`)).rows[0]
    ?.version ?? 0;

/** Takes a job as a worker does, and returns the version of the change that it sees. */
async function takeCovering(db: Db): Promise<number> {
  const taken = await boss.fetch(covering.name, { db: fromDrizzle(db, sql) });
  return taken.length === 0 ? 0 : await versionOf(db);
}

async function countSessions() {
  const { rows: counted } = await database.db.execute(sql`
    select count(*)::int as all, count(*) filter (where ended_at is null)::int as open,
           count(next_grace_at)::int as due from stream_sessions`);
  return counted[0];
}

const rows = async () =>
  (
    await database.db.execute<{ key: string; state: string; version: number; in_line: boolean; leased: boolean }>(sql`
      select dedupe_key as key, state, version, in_line, lease_until is not null as leased from deliveries order by 1`)
  ).rows;
const listBlocked = async (pids: readonly number[]) =>
  (
    await database.db.execute<{ pid: number }>(sql`
      select distinct pid from pg_locks where not granted and pid = any(${sql.param([...pids])}::int[])`)
  ).rows.map(({ pid }) => pid);

type Seen = readonly [seen: unknown, expected: unknown];

interface Pair<T> {
  readonly name: string;
  readonly prepare: (db: Db) => Promise<T>;
  readonly works: (about: T) => readonly ((db: Db) => Promise<unknown>)[];
  /** Checks the outcome; `results` contains the result of each step. */
  readonly check: (results: readonly unknown[], about: T) => Seen | Promise<Seen>;
  /** True if the statements skip rows that other transactions hold. */
  readonly neverWaits?: boolean;
}

const pair = <T>({ name, prepare, works, check, neverWaits = false }: Pair<T>) => ({
  name,
  async play(seed: number) {
    await database.db.execute(sql`delete from deliveries`);
    const about = await prepare(database.db);
    const { results, hasWaited } = await takeTurns(actors, works(about), { random: seededRandom(seed), listBlocked });
    const [seen, expected] = await check(valuesOf(results), about);
    return { seen, expected, hasWaited: neverWaits && hasWaited };
  },
});

/** Keeps the transaction open after the work, so that other transactions meet its locks. */
const inTx = (work: (tx: Db) => Promise<unknown>) => (db: Db) =>
  db.transaction(async (tx) => {
    const result = await work(tx);
    await tx.execute(sql`select 1`);
    return result;
  });

const pairs = [
  pair({
    name: 'three senders never claim the same row, nor two rows of one channel, and never wait',
    prepare: insert,
    works: () => Array.from({ length: 3 }, () => inTx((tx) => claim(tx))),
    async check(results) {
      const claimed = (results as Delivery[][]).flat();
      const sizes = [new Set(claimed.map(({ id }) => id)).size, new Set(claimed.map((row) => row.channelId)).size];
      return [sizes, [claimed.length, claimed.length]];
    },
    neverWaits: true,
  }),

  pair({
    name: 'two processes line each row up once, and never wait',
    async prepare(db) {
      await insert(db);
      await db.execute(sql`update deliveries set in_line = false`);
    },
    works: () => [inTx((tx) => lineUp(tx, now)), inTx((tx) => lineUp(tx, now)), inTx((tx) => claim(tx))],
    check: (counts) => [counts.slice(0, 2).toSorted((one, two) => Number(one) - Number(two)), [0, keys.length]],
    neverWaits: true,
  }),

  pair({
    name: 'a late outcome and the next claim of its row: one of them counts',
    async prepare(db) {
      await insert(db, ['k0']);
      return (await claim(db))[0] as Delivery;
    },
    works: (row) => [inTx((tx) => settleAll(tx, [posted(row)], later(31_000))), inTx((tx) => claim(tx, later(31_000)))],
    check: ([kept, claimed]) => [(kept as Set<string>).size + (claimed as Delivery[]).length, 1],
  }),

  pair({
    name: 'a change and the outcome of the row: the change is still to be sent',
    async prepare(db) {
      await insert(db, ['k0']);
      return (await claim(db))[0] as Delivery;
    },
    works: (row) => [
      inTx((tx) => settleAll(tx, [posted(row)], now)),
      inTx((tx) => changeWanted(tx, ['k0'], { giveUpAt: later(1) }, now)),
    ],
    check: async () => [await rows(), [{ key: 'k0', state: 'posted', version: 2, in_line: true, leased: false }]],
  }),

  pair({
    name: 'two changes of the same rows in other orders both count',
    prepare: insert,
    works: () =>
      [keys, keys.toReversed()].map((some) => inTx((tx) => changeWanted(tx, some, { giveUpAt: later(1) }, now))),
    check: async () => [(await rows()).map(({ version }) => version), keys.map(() => 3)],
  }),

  pair({
    name: 'a new decision and a departure: the message leaves as it was, or is decided again',
    async prepare(db) {
      await insert(db, ['k0']);
      return (await claim(db))[0] as Delivery;
    },
    works: (delivery) => [
      inTx((tx) => updateOpen(tx, fanOut, [newRow('k0', 0)], { now, from: ['queued'] })),
      inTx((tx) => {
        const departure = { payload, identity: null, publish: false, thread: null, lane: 'bot', isNew: true } as const;
        return rememberDepartures(tx, [{ delivery, ...departure }], now);
      }),
    ],
    check: ([decided, left]) => [(decided as Set<string>).size + (left as Set<string>).size, 1],
  }),

  pair({
    name: 'two fan-outs insert each message once',
    prepare: async () => undefined,
    works: () => [keys, keys.toReversed()].map((some) => inTx((tx) => insert(tx, some))),
    check: ([one, two]) => [Number(one) + Number(two), keys.length],
  }),

  pair({
    name: 'two publications share the last place of the hour once',
    async prepare(db) {
      await insert(db, ['k0', 'k1']);
      const { rows } = await db.execute<{ id: string }>(sql`select id from deliveries`);
      return rows.map(({ id }) => ({ id, channelId: newRow('k0', 0).channelId, publishedAt: null }) as Delivery);
    },
    works: (pair) => pair.map((row) => (db: Db) => reservePublication(db, row, { now, perHour: 1 })),
    check: (results) => [results.filter(Boolean).length, 1],
  }),

  pair({
    name: 'three processes: one leads',
    prepare: (db) => db.execute(sql`delete from leads`),
    works: () =>
      ['a', 'b', 'c'].map((holder) =>
        inTx((tx) => claimLead(tx, { work: 'sweep', holder, now, until: later(20_000) })),
      ),
    check: (results) => [results.filter(Boolean).length, 1],
  }),

  pair({
    name: 'a waiting job covers a change, and a worker takes it: a job sees the change, or still waits',
    async prepare(db) {
      await db.execute(sql`delete from pgboss.job where name = ${covering.name}`);
      await insert(db, ['k0']);
      await queue.send(covering, {}, { singletonKey: 'k0' });
    },
    works: () => [
      inTx(async (tx) => {
        await changeWanted(tx, ['k0'], { giveUpAt: later(1) }, now);
        await queue.send(covering, {}, { tx, singletonKey: 'k0' });
      }),
      takeCovering,
      takeCovering,
    ],
    async check([, ...seen]) {
      const { rows: waiting } = await database.db.execute(sql`
        select id from pgboss.job where name = ${covering.name} and state = 'created'`);
      return [Math.max(...(seen as number[])) === 2 || waiting.length === 1, true];
    },
  }),

  pair({
    name: 'live and offline of one channel: no start is lost, and one session at most is open',
    prepare: addChannel,
    works: () => (['live', 'live', 'offline'] as const).map((state, place) => push(`m${place}`, snapshotOf(state))),
    check: async () => [(await countSessions())?.all, 1],
  }),

  pair({
    name: 'a push and two polls, one of them too old: the stream is announced once and stays open',
    prepare: addChannel,
    works: () => [
      push('m0', snapshotOf('live')),
      ...(['live', 'offline'] as const).map((state) => (db: Db) => {
        const seen = { snapshot: snapshotOf(state), isSigned: false };
        return db.transaction((tx) => observe(detecting(db), tx, 'kick', seen));
      }),
    ],
    check: async () => [await countSessions(), { all: 1, open: 1, due: 0 }],
  }),

  pair({
    name: 'the last grace of a stream runs out while the next one begins: one ends, one is open',
    async prepare(db) {
      await addChannel(db);
      for (const state of ['live', 'offline'] as const) await push(`m ${state}`, snapshotOf(state))(db);
    },
    works: () => {
      const at = later(LAST_GRACE * 60_000 + 1_000);
      const next = push('m next', snapshotOf('live', { streamId: 's2', startedAt: at }), at);
      return [(db: Db) => endDueGraces(detecting(db, at)), (db: Db) => endDueGraces(detecting(db, at)), next];
    },
    check: async () => [await countSessions(), { all: 2, open: 1, due: 0 }],
  }),
];

// The embedded engine has one connection, so its statements can run in only one order.
it.skipIf(process.env.TEST_DB !== 'postgres').each(pairs)('in every order: $name', async (each) => {
  for (let seed = 1; seed <= SCHEDULES; seed += 1) {
    const { seen, expected, hasWaited } = await each.play(seed);
    expect({ seed, seen, hasWaited }).toEqual({ seed, seen: expected, hasWaited: false });
  }
});
