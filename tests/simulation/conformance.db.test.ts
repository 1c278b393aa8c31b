import type { Db } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';
import { seededRandom } from '@tally/tests/context';
import { type TestDatabase, testDb } from '@tally/tests/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { channelWebhooks, type Delivery, deliveries } from '../../packages/pipeline/src/delivery/tables.ts';
import { type Call, nextCall, real, type Scene, type Stores } from './conformance-calls.ts';
import { MemoryDatabase } from './memory/database.ts';
import * as departures from './memory/departures.ts';
import * as follows from './memory/follows.ts';
import * as journal from './memory/journal.ts';
import * as line from './memory/line.ts';
import * as reconsider from './memory/reconsider.ts';
import * as sightings from './memory/sightings.ts';
import * as wanted from './memory/wanted.ts';
import * as webhooks from './memory/webhooks.ts';

const SEQUENCES = Number(process.env.SEQUENCES ?? 600);
const CALLS = 40;
const COMPARE_EVERY = 4;

const memory = {
  ...line,
  ...departures,
  ...wanted,
  ...reconsider,
  ...sightings,
  ...webhooks,
  ...follows,
  ...journal,
} satisfies Stores;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDb();
  // Sessions belong to another store.
  await database.session((session) =>
    session.script('alter table deliveries drop constraint deliveries_session_id_fkey'),
  );
});
afterAll(() => database.close());

const size = `${SEQUENCES} sequences of ${CALLS} calls`;
it(`the memory stores answer and write as the database does (${size})`, { timeout: 600_000 }, async () => {
  let compared = 0;
  for (let seed = 1; seed <= SEQUENCES; seed += 1) compared += await compareSequence(seed);
  expect(compared).toBeGreaterThan(SEQUENCES * (CALLS / COMPARE_EVERY));
});

/** Returns how many rows were compared. */
async function compareSequence(seed: number): Promise<number> {
  const { db } = database;
  await db.execute(sql`delete from deliveries`);
  await db.execute(sql`delete from channel_webhooks`);
  const random = seededRandom(seed);
  const ids = new Map<string, string>();
  const store = new MemoryDatabase({ draw: (below) => random.int(below), newId: (key) => ids.get(key) ?? '' });
  const begun = new Date('2026-01-15T12:00:00.000Z');
  const scene: Scene = { random, now: begun, claimed: [], followed: [], departed: [], moments: 0 };
  const fences = new Fences();
  const trace: string[] = [`seed ${seed}`];
  let compared = 0;
  for (let place = 1; place <= CALLS; place += 1) {
    scene.now = new Date(scene.now.getTime() + random.int(4) * 400);
    const call = nextCall(scene);
    trace.push(`${scene.now.toISOString()} ${call.name}`);
    const answers = await askBoth(call, { db, memory: store.open('one'), ids });
    compare(trace, plain(answers.memory, call), plain(answers.real, call));
    keepPairs(call, scene, answers);
    if (place % COMPARE_EVERY === 0) compared += await compareRows(store, fences, trace);
  }
  return compared;
}

async function askBoth(call: Call, about: { db: Db; memory: Db; ids: Map<string, string> }) {
  const answer = await call.make(real, about.db, 'real');
  // The database generates the id of a new row.
  if (call.name.startsWith('insertRows')) {
    const rows = await about.db.select({ id: deliveries.id, key: deliveries.dedupeKey }).from(deliveries);
    for (const { id, key } of rows) about.ids.set(key, id);
  }
  return { real: answer, memory: await call.make(memory, about.memory, 'memory') };
}

function keepPairs(call: Call, scene: Scene, answers: { real: unknown; memory: unknown }): void {
  if (!call.keep) return;
  const [theirs, ours] = [answers.real as Delivery[], answers.memory as Delivery[]];
  for (const row of theirs) {
    const same = ours.find(({ id }) => id === row.id);
    if (same) call.keep(scene).push({ real: row, memory: same });
  }
}

/** Compares whether fences increased since the last check, because their values are random. */
class Fences {
  readonly #known = new Map<string, number>();

  rise(side: string, row: Delivery): boolean {
    const key = `${side} ${row.id}`;
    const before = this.#known.get(key) ?? 0;
    this.#known.set(key, row.fence);
    return row.fence > before;
  }
}

async function compareRows(store: MemoryDatabase, fences: Fences, trace: readonly string[]): Promise<number> {
  const rows = await database.db.select().from(deliveries);
  const hooks = await database.db.select().from(channelWebhooks);
  const written = (side: string, list: readonly Delivery[]) =>
    plain(list.map((row) => ({ ...row, rose: fences.rise(side, row) })));
  const ours = written('memory', [...store.tables.deliveries.values()]);
  const theirs = written('real', rows);
  const ourHooks = plain([...store.tables.webhooks.values()]);
  compare(trace, ours, theirs);
  compare(trace, ourHooks, plain(hooks));
  return rows.length;
}

/** Tens of thousands of rows are equal, so only a difference calls `expect`. */
function compare(trace: readonly string[], ours: readonly string[], theirs: readonly string[]): void {
  if (ours.length !== theirs.length || ours.some((each, place) => each !== theirs[place]))
    expect({ trace, ours }).toEqual({ trace, ours: theirs });
}

/** Removes the fences, and sorts results whose order does not matter. */
function plain(answer: unknown, { isOrdered = false, isPartial = false }: Partial<Call> = {}): string[] {
  const list = answer instanceof Set || answer instanceof Map || Array.isArray(answer) ? [...answer] : [answer];
  const texts = list.map((each) =>
    JSON.stringify(each, (key, value: unknown) =>
      key === 'fence' || (isPartial && value === null) ? undefined : sorted(value),
    ),
  );
  return isOrdered ? texts : texts.toSorted();
}

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;
