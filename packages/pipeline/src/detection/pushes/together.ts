import { isDatabaseDown } from '@tally/infra/db';
import type { Ctx, Hint } from '@tally/kernel';
import { nameOf } from '../store/channels.ts';
import { type Taken, takeHints } from './hints.ts';

/** One batch is written to disk while the next is prepared. */
const AT_ONCE = 2;
const MOST = 100;

interface Waiting extends Taken {
  readonly stored: PromiseWithResolvers<void>;
}

/** Kept per database, so that tests do not share it. */
interface Desk {
  waiting: Waiting[];
  /** Channels in a batch that is being written. */
  readonly held: Set<string>;
  writing: number;
}

const desks = new WeakMap<Ctx['db'], Desk>();

/**
 * Resolves when the push and everything that follows from it is stored. Pushes that arrive during a write share the
 * next transaction. It waits for the disk once, so a burst costs little more than a single push. A channel is in one
 * transaction at a time, so its pushes are decided in order.
 */
export async function takeTogether(ctx: Ctx, hint: Hint): Promise<void> {
  const desk = desks.get(ctx.db) ?? { waiting: [], held: new Set(), writing: 0 };
  desks.set(ctx.db, desk);
  const stored = Promise.withResolvers<void>();
  desk.waiting.push({ ctx, hint, stored });
  goOn(desk);
  await stored.promise;
}

function goOn(desk: Desk): void {
  while (desk.writing < AT_ONCE) {
    const batch = nextBatch(desk);
    if (batch.length === 0) return;
    desk.writing += 1;
    void write(batch).finally(() => {
      desk.writing -= 1;
      for (const { hint } of batch) desk.held.delete(nameOf(hint));
      goOn(desk);
    });
  }
}

/** The first pushes in line, at most one per channel. */
function nextBatch(desk: Desk): Waiting[] {
  const batch: Waiting[] = [];
  const left: Waiting[] = [];
  for (const each of desk.waiting) {
    const name = nameOf(each.hint);
    if (batch.length < MOST && !desk.held.has(name)) {
      desk.held.add(name);
      batch.push(each);
    } else left.push(each);
  }
  desk.waiting = left;
  return batch;
}

async function write(batch: readonly Waiting[]): Promise<void> {
  try {
    await commit(batch);
    for (const { stored } of batch) stored.resolve();
  } catch (error) {
    if (batch.length === 1 || isDatabaseDown(error)) for (const { stored } of batch) stored.reject(error);
    // One push that cannot be stored must not fail the others.
    else for (const each of batch) await write([each]);
  }
}

const commit = async (batch: readonly Waiting[]): Promise<void> =>
  await batch[0]?.ctx.db.transaction(async (tx) => await takeHints(tx, batch));
