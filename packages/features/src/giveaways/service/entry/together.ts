import { isDatabaseDown } from '@tally/infra/db';
import type { Ctx } from '@tally/kernel';
import { type Entered, type Entering, enterAll } from './enter-all.ts';

const MOST = 200;

interface Waiting extends Entering {
  readonly ctx: Ctx;
  readonly answer: PromiseWithResolvers<Entered>;
}

/** Kept per database, so that tests do not share it; then per giveaway. */
const desks = new WeakMap<Ctx['db'], Map<string, Waiting[]>>();

/**
 * Clicks that arrive during a write share the next transaction. All of them need the giveaway's row, so one by one
 * each would wait for the disk.
 */
export async function enterTogether(ctx: Ctx, giveawayId: string, entering: Entering): Promise<Entered> {
  const lines = desks.get(ctx.db) ?? new Map<string, Waiting[]>();
  desks.set(ctx.db, lines);
  const answer = Promise.withResolvers<Entered>();
  const line = lines.get(giveawayId);
  const waiting = { ...entering, ctx, answer };
  if (line) line.push(waiting);
  else {
    const fresh = [waiting];
    lines.set(giveawayId, fresh);
    void work(lines, giveawayId, fresh);
  }
  return await answer.promise;
}

async function work(lines: Map<string, Waiting[]>, giveawayId: string, line: Waiting[]): Promise<void> {
  while (line.length > 0) await write(giveawayId, line.splice(0, MOST));
  lines.delete(giveawayId);
}

async function write(giveawayId: string, batch: readonly Waiting[]): Promise<void> {
  const [first] = batch;
  if (!first) return;
  try {
    const answers = await enterAll(first.ctx, giveawayId, batch);
    for (const [place, { answer }] of batch.entries()) answer.resolve(answers[place] as Entered);
  } catch (error) {
    if (batch.length === 1 || isDatabaseDown(error)) for (const { answer } of batch) answer.reject(error);
    // One click that cannot be stored must not fail the others.
    else for (const each of batch) await write(giveawayId, [each]);
  }
}
