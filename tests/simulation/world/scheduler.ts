import type { Decisions, Dice } from './dice.ts';

/** The actor of an event. Events of a dead owner never run; those of a frozen owner run when it wakes. */
export interface Owner {
  readonly name: string;
  isDead: boolean;
  frozenUntilMs: number;
}

interface Event {
  readonly owner: Owner;
  readonly name: string;
  readonly run: () => void;
  readonly atMs: number;
  /** `outside` has left the process, so a freeze does not delay it. `idle` is a check that may run late. */
  readonly sort: Sort;
}
type Sort = 'own' | 'outside' | 'idle';

interface Sleeper {
  readonly owner: Owner;
  /** Returns true if there is something to find now. */
  readonly hasNews: () => boolean;
  /** The next time at which there may be something to find. */
  readonly nextMs: () => number;
  readonly wake: () => void;
}

export interface SchedulerOptions {
  readonly dice: Dice;
  readonly decisions: Decisions;
  readonly startMs: number;
  readonly quantumMs: number;
  /** Returns a number that increases with each change that a sleeper may wait for. */
  readonly changes: () => number;
  /** When an idle check may find something. A time in the past means now. */
  readonly mayFindAtMs: () => number;
  /** Called before each event; returns a function to call after it. */
  readonly watch?: ((owner: Owner, event: string) => (() => void) | undefined) | undefined;
}

/** Virtual time. Each turn picks one runnable event and runs it until all its promises have settled. */
export class Scheduler {
  readonly #options: SchedulerOptions;
  #ready: Event[] = [];
  #later: Event[] = [];
  readonly #sleepers = new Set<Sleeper>();
  /** The change count at which no sleeper had news, or -1 before the first check. */
  #quietAt = -1;
  nowMs: number;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.nowMs = options.startMs;
  }

  /** Returns a function that cancels it. */
  after(ms: number, owner: Owner, name: string, run: () => void, sort: Sort = 'own'): () => void {
    const event: Event = { owner, name, run, sort, atMs: this.nowMs + Math.max(0, ms) };
    if (event.atMs <= this.nowMs) this.#ready.push(event);
    else this.#later.push(event);
    return () => {
      remove(this.#ready, event);
      remove(this.#later, event);
    };
  }

  until(ms: number, owner: Owner, name: string, sort: Sort = 'own'): Promise<void> {
    return new Promise((resolve) => void this.after(ms, owner, name, resolve, sort));
  }

  sleep(sleeper: Omit<Sleeper, 'wake'>): Promise<void> {
    this.#quietAt = -1;
    return new Promise((resolve) => {
      this.#sleepers.add({ ...sleeper, wake: resolve });
    });
  }

  forget(owner: Owner): void {
    this.#ready = this.#ready.filter((each) => each.owner !== owner);
    this.#later = this.#later.filter((each) => each.owner !== owner);
    for (const each of this.#sleepers) if (each.owner === owner) this.#sleepers.delete(each);
  }

  /** Runs until nothing is left to do, or until `isOver` returns true. Between two events all promises settle. */
  run(isOver: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const turn = (): void => {
        try {
          if (isOver() || !this.#takeTurn()) return resolve();
        } catch (error) {
          return reject(error);
        }
        onceAllRest(turn);
      };
      onceAllRest(turn);
    });
  }

  #takeTurn(): boolean {
    this.#wakeSleepers();
    if (this.#ready.length === 0) {
      if (!this.#leap()) return false;
      this.#wakeSleepers();
    }
    this.#runOne();
    return true;
  }

  #wakeSleepers(): void {
    const changes = this.#options.changes();
    if (this.#quietAt === changes) return;
    this.#quietAt = changes;
    for (const each of this.#sleepers)
      if (each.hasNews()) {
        this.#sleepers.delete(each);
        this.after(0, each.owner, 'looks', each.wake);
      }
  }

  #runOne(): void {
    const place = this.#ready.length > 1 ? this.#options.dice.draw(this.#ready.length) : 0;
    const event = this.#ready[place];
    if (!event) return;
    removeAt(this.#ready, place);
    if (event.owner.isDead) return;
    const { owner, name } = event;
    const after = this.#options.watch?.(owner, name);
    if (owner.isDead) return;
    if (owner.frozenUntilMs > this.nowMs && event.sort !== 'outside') {
      this.#later.push({ ...event, atMs: owner.frozenUntilMs });
      return;
    }
    this.#options.decisions.take(owner.name, name);
    event.run();
    if (after) onceAllRest(after);
  }

  /** Jumps to the next time at which something can happen. Events due within the quantum become ready together. */
  #leap(): boolean {
    const { decisions, quantumMs } = this.#options;
    const next = this.#nextMs();
    if (next === Number.POSITIVE_INFINITY) return false;
    this.#quietAt = -1;
    const before = this.nowMs;
    this.nowMs = Math.max(this.nowMs, next) + quantumMs;
    decisions.leap(this.nowMs - before);
    const later: Event[] = [];
    for (const event of this.#later) (event.atMs <= this.nowMs ? this.#ready : later).push(event);
    this.#later = later;
    return true;
  }

  /** A check that can find nothing may run late, because timers allow that. */
  #nextMs(): number {
    let [next, idle] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const { atMs, sort } of this.#later) {
      if (sort === 'idle') idle = Math.min(idle, atMs);
      else next = Math.min(next, atMs);
    }
    for (const each of this.#sleepers) next = Math.min(next, each.nextMs());
    if (idle >= next) return next;
    return Math.min(next, Math.max(idle, this.#options.mayFindAtMs()));
  }
}

/** All pending ticks run before any promise, so a promise requests the next tick. */
const RESTED = Promise.resolve();
const onceAllRest = (work: () => void): void => void RESTED.then(() => process.nextTick(work));

function remove(events: Event[], event: Event): void {
  const place = events.indexOf(event);
  if (place !== -1) removeAt(events, place);
}

/** Works like `splice`, which would create an array of the removed items. */
function removeAt(events: Event[], place: number): void {
  events.copyWithin(place, place + 1);
  events.pop();
}
