import type { Ctx } from '@tally/kernel';
import type { Batch } from './prepare.ts';
import { type Route, untilWoken, wakeForRoom, wakeMark, wakeSendersSoon } from './wake.ts';

/** Small bites would cost a question each: this part of the room must be free before more is taken. */
const BITE = 4;
/** Lanes are told when there is something for them; this is for what nobody tells: the lease of a process that died. */
export const UNTOLD_MS = 1_000;

export interface LaneOptions {
  readonly name: Route;
  /** How much may be under way at once. */
  readonly size: number;
  /** False: somebody else keeps Discord's limits. */
  readonly isLimited: boolean;
  readonly signal: AbortSignal;
  readonly makeCtx: () => Ctx;
  /** Carries out what was decided, and tells of each message that it is done. */
  readonly carry: (ctx: Ctx, batch: Batch, done: () => void) => Promise<void>;
}

/** What this process has under way within one of Discord's budgets. */
export class Lane {
  readonly options: LaneOptions;
  /** When the line was last looked at, nothing was left that could be taken. */
  isClear = false;
  #underWay = 0;
  readonly #carrying = new Set<Promise<void>>();

  constructor(options: LaneOptions) {
    this.options = options;
  }

  get room(): number {
    return this.options.size - this.#underWay;
  }

  get hasRoom(): boolean {
    return this.room >= this.bite;
  }

  get bite(): number {
    return Math.ceil(this.options.size / BITE);
  }

  #giveBack(rows: number): void {
    const wasFull = !this.hasRoom;
    this.#underWay -= rows;
    if (wasFull && this.hasRoom) wakeForRoom();
    // The next message of the same channel may go.
    else wakeSendersSoon();
  }

  /** Also ends when nothing is taken any more. */
  async untilRoom(rows: number): Promise<void> {
    const { name: route, signal } = this.options;
    while (this.room < rows && !signal.aborted) {
      await untilWoken(UNTOLD_MS, { route, signal, mark: wakeMark(route) });
    }
  }

  /** From now on these rows are on their way by themselves; the lane ends after them. */
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
      // Rows that were somebody else's meanwhile.
      if (open > 0) this.#giveBack(open);
    }
  }
}

export interface Lanes extends Readonly<Record<Route, Lane>> {
  /** Channels for which a row is being made that will be on its way as soon as it is there; when that is. */
  readonly expected: Map<string, Promise<void>>;
}

/** Who sends in this process. Per database, so that tests do not share it; inside a transaction there is none. */
const open = new WeakMap<Ctx['db'], Lanes>();

export function openLanes(db: Ctx['db'], lanes: Readonly<Record<Route, Lane>>): () => void {
  open.set(db, { ...lanes, expected: new Map() });
  return () => open.delete(db);
}

export const lanesOf = (db: Ctx['db']): Lanes | null => open.get(db) ?? null;
