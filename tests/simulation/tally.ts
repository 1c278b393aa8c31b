import type { Life } from './world/life.ts';

export interface Failure {
  readonly seed: number;
  readonly truth: string;
  readonly says: string;
}

export interface Result {
  readonly lives: number;
  readonly distinct: number;
  readonly decisions: number;
  /** A hash over the hashes of all lives, in order. */
  readonly hash: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly failures: readonly Failure[];
  readonly cpuSeconds: number;
}

const MOST_FAILURES = 1_000;

/** Aggregates the results of lives. */
export class Tally {
  readonly #hashes = new Set<number>();
  readonly #counts = new Map<string, number>();
  readonly #failures: Failure[] = [];
  #lives = 0;
  #decisions = 0;
  #hash = 0;

  add({ seed, hash, decisions, violations, counts }: Life): void {
    this.#lives += 1;
    this.#decisions += decisions;
    this.#hashes.add(hash);
    this.#hash = (Math.imul(this.#hash, 31) + (hash % 2 ** 31)) | 0;
    for (const [what, count] of counts) this.#counts.set(what, (this.#counts.get(what) ?? 0) + count);
    const [first] = violations;
    if (first) this.#fail({ seed, ...first });
  }

  compare({ seed, hash }: Life, again: Life): void {
    if (hash !== again.hash) this.#fail({ seed, truth: 'sameLife', says: `${hash} and then ${again.hash}` });
  }

  surprise({ seed }: Life, errors: readonly unknown[]): void {
    for (const error of errors) this.#fail({ seed, truth: 'noSurprise', says: String(error) });
  }

  #fail(failure: Failure): void {
    if (this.#failures.length < MOST_FAILURES) this.#failures.push(failure);
  }

  get hasFailed(): boolean {
    return this.#failures.length > 0;
  }

  result(): Result {
    return {
      lives: this.#lives,
      distinct: this.#hashes.size,
      decisions: this.#decisions,
      hash: this.#hash,
      counts: Object.fromEntries([...this.#counts].toSorted(([one], [other]) => (one < other ? -1 : 1))),
      failures: this.#failures,
      cpuSeconds: process.cpuUsage().user / 1e6,
    };
  }
}
