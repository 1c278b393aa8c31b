import type { Ctx } from '@tally/kernel';
import type { Batch } from '../sending/prepare.ts';
import type { Route, Wake } from './wake.ts';

/** A lane claims new rows once this fraction of its room is free. Smaller fractions would need too many queries. */
const BITE = 4;
/**
 * Lanes are woken when there is work. They also check this often, because a dead process cannot announce that its lease
 * has expired.
 */
export const UNTOLD_MS = 1_000;

export interface LaneOptions {
  readonly name: Route;
  /** How many messages may be in flight at once. Follows this process's share of the limit. */
  readonly size: () => number;
  readonly signal: AbortSignal;
  readonly wake: Wake;
  readonly makeCtx: () => Ctx;
  /** Acts on the decisions of a batch and reports each finished message. */
  readonly carry: (ctx: Ctx, batch: Batch, done: () => void) => Promise<void>;
}

/** The messages this process has in flight within one of Discord's budgets. */
export class Lane {
  readonly options: LaneOptions;
  #underWay = 0;
  readonly #carrying = new Set<Promise<void>>();

  constructor(options: LaneOptions) {
    this.options = options;
  }

  get room(): number {
    return this.options.size() - this.#underWay;
  }

  get hasRoom(): boolean {
    return this.room >= Math.ceil(this.options.size() / BITE);
  }

  #giveBack(rows: number): void {
    const wasFull = !this.hasRoom;
    this.#underWay -= rows;
    if (wasFull && this.hasRoom) this.options.wake.forRoom();
    // The next message of the same channel may be sent now.
    else this.options.wake.forRoomSoon();
  }

  /** Starts sending these rows in the background. Closing the lane waits for them. */
  carry(rows: number, decide: (ctx: Ctx) => Promise<Batch>): void {
    this.#underWay += rows;
    const carrying = this.#carry(rows, decide).finally(() => this.#carrying.delete(carrying));
    this.#carrying.add(carrying);
  }

  async ended(): Promise<void> {
    await Promise.all(this.#carrying);
  }

  async #carry(rows: number, decide: (ctx: Ctx) => Promise<Batch>): Promise<void> {
    let open = rows;
    const ctx = this.options.makeCtx();
    try {
      await this.options.carry(ctx, await decide(ctx), () => {
        open -= 1;
        this.#giveBack(1);
      });
    } catch (error) {
      ctx.log.error({ err: error }, 'sender could not prepare its work');
    } finally {
      // Rows that another process has claimed are never reported as done.
      if (open > 0) this.#giveBack(open);
    }
  }
}
