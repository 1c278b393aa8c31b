import type { Ctx } from '@tally/kernel';
import { isDatabaseDown } from '../db/index.ts';

/** Items that arrive while a batch is written share the next batch. The first item does not wait. */
export interface Gathering<Item, Answer = void> {
  /** The name begins with its home, like the name of a job. */
  readonly name: string;
  /** Writes a batch. Returns one answer per item, in the same order. */
  readonly write: (ctx: Ctx, items: readonly Item[]) => Promise<[Answer] extends [void] ? void : readonly Answer[]>;
  readonly most?: number;
  /** How many batches are written at once. */
  readonly atOnce?: number;
  /** Returns the item's line. Items with different lines never share a batch. */
  readonly lineOf?: (item: Item) => string;
  /** Returns the item's key. Two items with the same key are never written at the same time. */
  readonly keyOf?: (item: Item) => string;
  /** Merges an item into a waiting item with the same key. */
  readonly merge?: (waiting: Item, item: Item) => Item;
  /** Lets a batch wait for more items. */
  readonly wait?: (ctx: Ctx, pace: Pace) => Promise<void> | null;
  /**
   * While the database is down, up to this many items are kept for the next attempt. Their callers still get the error.
   */
  readonly kept?: number;
}

export interface Pace {
  readonly waiting: number;
  /** When the last batch began, by `timers.nowMs`. */
  readonly beganMs: number;
}

/** Batches the work of this process. */
export interface Batches {
  /** Resolves when the item is written. An item that cannot be written does not affect the others. */
  add<Item, Answer>(gathering: Gathering<Item, Answer>, ctx: Ctx, item: Item): Promise<Answer>;
  /** Runs work with the same name in order. A failure does not stop the next work. */
  inTurn<T>(name: string, work: () => Promise<T>): Promise<T>;
}

interface Entry<Item, Answer> {
  readonly ctx: Ctx;
  readonly key: unknown;
  item: Item;
  /** Null if the callers already got an error. */
  written: PromiseWithResolvers<Answer> | null;
}

interface Line<Item, Answer> {
  readonly name: string;
  /** The waiting items by key. Items without a key wait separately. */
  waiting: Map<unknown, Entry<Item, Answer>>;
  readonly underWay: Set<unknown>;
  writing: number;
  isWaiting: boolean;
  beganMs: number;
}

const MOST = 500;

export function createBatches(): Batches {
  const lines = new Map<string, unknown>();
  const turns = new Map<string, Promise<unknown>>();

  function start<Item, Answer>(gathering: Gathering<Item, Answer>, line: Line<Item, Answer>): void {
    const [first] = line.waiting.values();
    if (!first || line.isWaiting || line.writing >= (gathering.atOnce ?? 1)) return;
    const pause = gathering.wait?.(first.ctx, { waiting: line.waiting.size, beganMs: line.beganMs });
    if (!pause) return take(gathering, line);
    line.isWaiting = true;
    void pause.finally(() => {
      line.isWaiting = false;
      take(gathering, line);
    });
  }

  function take<Item, Answer>(gathering: Gathering<Item, Answer>, line: Line<Item, Answer>): void {
    const batch = nextBatch(line, gathering.most ?? MOST);
    const [first] = batch;
    if (!first) return;
    line.writing += 1;
    line.beganMs = first.ctx.timers.nowMs();
    void workOff(gathering, line, batch);
    start(gathering, line);
  }

  async function workOff<Item, Answer>(
    gathering: Gathering<Item, Answer>,
    line: Line<Item, Answer>,
    batch: readonly Entry<Item, Answer>[],
  ): Promise<void> {
    const left = await write(gathering, batch);
    line.writing -= 1;
    for (const { key } of batch) line.underWay.delete(key);
    if (left) keep(gathering, line, left);
    else start(gathering, line);
    if (gathering.lineOf && line.writing === 0 && line.waiting.size === 0) lines.delete(line.name);
  }

  return {
    add<Item, Answer>(gathering: Gathering<Item, Answer>, ctx: Ctx, item: Item): Promise<Answer> {
      const { name, lineOf, keyOf, merge } = gathering;
      const fullName = lineOf ? `${name} ${lineOf(item)}` : name;
      // Each name has one gathering, so its items have this type.
      const known = lines.get(fullName) as Line<Item, Answer> | undefined;
      const line = known ?? openLine<Item, Answer>(fullName);
      if (!known) lines.set(fullName, line);
      const key = keyOf?.(item);
      const before = merge && line.waiting.get(key);
      const entry = before ?? { ctx, key, item, written: null };
      if (before) before.item = merge(before.item, item);
      else line.waiting.set(merge ? key : entry, entry);
      entry.written ??= Promise.withResolvers();
      const { promise } = entry.written;
      start(gathering, line);
      return promise;
    },
    async inTurn(name, work) {
      const before = turns.get(name);
      const own = before ? before.then(work, work) : work();
      turns.set(name, own);
      try {
        return await own;
      } finally {
        if (turns.get(name) === own) turns.delete(name);
      }
    },
  };
}

const openLine = <Item, Answer>(name: string): Line<Item, Answer> => ({
  name,
  waiting: new Map(),
  underWay: new Set(),
  writing: 0,
  isWaiting: false,
  beganMs: Number.NEGATIVE_INFINITY,
});

function nextBatch<Item, Answer>({ waiting, underWay }: Line<Item, Answer>, most: number): Entry<Item, Answer>[] {
  const batch: Entry<Item, Answer>[] = [];
  for (const [place, entry] of waiting) {
    if (batch.length === most) break;
    if (entry.key !== undefined && underWay.has(entry.key)) continue;
    if (entry.key !== undefined) underWay.add(entry.key);
    waiting.delete(place);
    batch.push(entry);
  }
  return batch;
}

interface Left<Item, Answer> {
  readonly batch: readonly Entry<Item, Answer>[];
  readonly error: unknown;
}

/** Writes a batch. If the database is down, returns the items to keep. */
async function write<Item, Answer>(
  gathering: Gathering<Item, Answer>,
  batch: readonly Entry<Item, Answer>[],
): Promise<Left<Item, Answer> | null> {
  const [first] = batch;
  if (!first) return null;
  try {
    const items = batch.map(({ item }) => item);
    const answers = (await gathering.write(first.ctx, items)) as readonly Answer[] | undefined;
    for (const [place, { written }] of batch.entries()) written?.resolve(answers?.[place] as Answer);
    return null;
  } catch (error) {
    const isDown = isDatabaseDown(error);
    if (isDown && gathering.kept) return { batch, error };
    // A single bad item must not fail the others.
    if (!isDown && batch.length > 1) return await writeOneByOne(gathering, batch);
    for (const { written } of batch) written?.reject(error);
    return null;
  }
}

async function writeOneByOne<Item, Answer>(
  gathering: Gathering<Item, Answer>,
  batch: readonly Entry<Item, Answer>[],
): Promise<Left<Item, Answer> | null> {
  for (const [place, each] of batch.entries()) {
    const left = await write(gathering, [each]);
    if (left) return { batch: batch.slice(place), error: left.error };
  }
  return null;
}

/** Keeps items for the next write, which includes all of them. */
function keep<Item, Answer>(
  { merge, kept = 0 }: Gathering<Item, Answer>,
  line: Line<Item, Answer>,
  { batch, error }: Left<Item, Answer>,
): void {
  const later = [...line.waiting.values()];
  line.waiting = new Map();
  for (const entry of [...batch, ...later]) {
    entry.written?.reject(error);
    entry.written = null;
    const place = merge ? entry.key : entry;
    const before = merge && line.waiting.get(place);
    if (before) before.item = merge(before.item, entry.item);
    else if (line.waiting.size < kept) line.waiting.set(place, entry);
  }
}
