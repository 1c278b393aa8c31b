import type { Dice } from './dice.ts';

/** Who acts: events of a dead owner never run, and those of a frozen one run when it wakes. */
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
  /** It has left the process: a freeze does not hold it. */
  readonly isOutside: boolean;
}

interface Sleeper {
  readonly owner: Owner;
  /** True: there is something to find now. */
  readonly hasNews: () => boolean;
  /** The next moment at which there may be something to find. */
  readonly nextMs: () => number;
  readonly wake: () => void;
}

const DRAIN = (done: () => void): void => process.nextTick(done);

/** Virtual time. In each turn one event that may run is chosen, and runs until all its promises rest. */
export class Scheduler {
  readonly #dice: Dice;
  readonly #quantumMs: number;
  #ready: Event[] = [];
  #later: Event[] = [];
  readonly #sleepers = new Set<Sleeper>();
  nowMs: number;
  readonly #tell: (line: string) => void;

  constructor(about: { dice: Dice; startMs: number; quantumMs: number; tell?: (line: string) => void }) {
    this.#dice = about.dice;
    this.nowMs = about.startMs;
    this.#quantumMs = about.quantumMs;
    this.#tell = about.tell ?? (() => undefined);
  }

  /** Returns a function that cancels it. */
  after(ms: number, owner: Owner, name: string, run: () => void, isOutside = false): () => void {
    const event: Event = { owner, name, run, isOutside, atMs: this.nowMs + Math.max(0, ms) };
    if (event.atMs <= this.nowMs) this.#ready.push(event);
    else this.#later.push(event);
    return () => {
      this.#ready = this.#ready.filter((each) => each !== event);
      this.#later = this.#later.filter((each) => each !== event);
    };
  }

  until(ms: number, owner: Owner, name: string, isOutside = false): Promise<void> {
    return new Promise((resolve) => void this.after(ms, owner, name, resolve, isOutside));
  }

  sleep(sleeper: Omit<Sleeper, 'wake'>): Promise<void> {
    return new Promise((resolve) => {
      this.#sleepers.add({ ...sleeper, wake: resolve });
    });
  }

  forget(owner: Owner): void {
    this.#ready = this.#ready.filter((each) => each.owner !== owner);
    this.#later = this.#later.filter((each) => each.owner !== owner);
    for (const each of this.#sleepers) if (each.owner === owner) this.#sleepers.delete(each);
  }

  /** Runs until nothing can happen, or `isOver` says so. */
  async run(isOver: () => boolean): Promise<void> {
    for (;;) {
      await new Promise<void>(DRAIN);
      if (isOver()) return;
      for (const each of this.#sleepers)
        if (each.hasNews()) {
          this.#sleepers.delete(each);
          this.after(0, each.owner, 'looks', each.wake);
        }
      if (this.#ready.length === 0 && !this.#leap()) return;
      this.#runOne();
    }
  }

  #runOne(): void {
    const place = this.#ready.length > 1 ? this.#dice.draw(this.#ready.length) : 0;
    const [event] = this.#ready.splice(place, 1);
    if (!event || event.owner.isDead) return;
    if (event.owner.frozenUntilMs > this.nowMs && !event.isOutside) {
      this.#later.push({ ...event, atMs: event.owner.frozenUntilMs });
      return;
    }
    this.#dice.count(`${event.owner.name} ${event.name}`);
    this.#tell(`${event.owner.name.padEnd(4)} ${event.name}`);
    event.run();
  }

  /** To the next moment at which something can happen. What is due within the quantum becomes ready together. */
  #leap(): boolean {
    let next = Number.POSITIVE_INFINITY;
    for (const { atMs } of this.#later) if (atMs < next) next = atMs;
    for (const each of this.#sleepers) next = Math.min(next, each.nextMs());
    if (next === Number.POSITIVE_INFINITY) return false;
    const before = this.nowMs;
    this.nowMs = Math.max(this.nowMs, next) + this.#quantumMs;
    this.#dice.count(String(this.nowMs - before));
    const due = this.#later.filter(({ atMs }) => atMs <= this.nowMs);
    this.#later = this.#later.filter(({ atMs }) => atMs > this.nowMs);
    this.#ready.push(...due);
    return true;
  }
}
