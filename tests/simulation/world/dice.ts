/** The kinds of choices. Each kind draws its own numbers, so a life can change in one kind only. */
export const kinds = ['weather', 'plan', 'order', 'chance'] as const;
export type Kind = (typeof kinds)[number];
/** The numbers that a life drew. 0 (also if missing) is the first ready event, no fault or the smallest plan. */
export type Script = Readonly<Record<Kind, readonly number[]>>;

/** Caches the hash of each name. */
const known = new Map<string, number>();
const hashOf = (name: string): number => {
  const found = known.get(name);
  if (found !== undefined) return found;
  let hash = 0x811c9dc5;
  for (let place = 0; place < name.length; place += 1)
    hash = Math.imul(hash ^ name.charCodeAt(place), 0x01000193) ^ (hash >>> 15);
  known.set(name, hash);
  return hash;
};

/** A running hash over all decisions of a life. */
export class Decisions {
  #low = 0x811c9dc5;
  #high = 0x1b873593;
  count = 0;

  take(who: string, what = ''): void {
    this.count += 1;
    this.#mix(hashOf(who));
    this.#mix(hashOf(what));
  }

  /** Records a jump in time. */
  leap(ms: number): void {
    this.count += 1;
    this.#mix(ms | 0);
  }

  #mix(word: number): void {
    this.#low = Math.imul(this.#low ^ word, 0x01000193) ^ (this.#low >>> 15);
    this.#high = Math.imul(this.#high ^ word, 0x85ebca6b) ^ (this.#high >>> 13);
  }

  /** A 53-bit hash of all decisions. */
  get hash(): number {
    return (this.#low >>> 0) + ((this.#high >>> 11) & 0x1fffff) * 2 ** 32;
  }
}

/** Draws choices from a seed, or replays numbers that were drawn before. */
export class Dice {
  #state: number;
  readonly #given: readonly number[] | undefined;
  #place = 0;
  #made = 0;
  /** All numbers drawn so far, kept only on request. */
  readonly drawn: number[] | undefined;

  constructor(seed: number, { given, keeps = false }: { given?: readonly number[] | undefined; keeps?: boolean } = {}) {
    this.#state = Math.imul(seed ^ 0x5bd1e995, 0x9e3779b1) >>> 0;
    this.#given = given;
    if (keeps) this.drawn = [];
  }

  /** Returns an integer from 0 up to, but not including, `below`. */
  readonly draw = (below: number): number => {
    const number = this.#given ? (this.#given[this.#place] ?? 0) % below : this.#next() % below;
    this.#place += 1;
    this.drawn?.push(number);
    return number;
  };

  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  /** Returns unordered ids, like real ones. */
  readonly uuid = (): string => {
    this.#made += 1;
    const word = this.#next().toString(16).padStart(8, '0');
    return `${word}-0000-4000-8000-${this.#made.toString(16).padStart(12, '0')}`;
  };

  pick<T>(from: readonly T[]): T {
    return from[this.draw(from.length)] as T;
  }

  /** True in `perThousand` of 1,000 cases. It always draws, so a different rate does not change later choices. */
  happens(perThousand: number): boolean {
    return this.draw(1_000) >= 1_000 - perThousand;
  }

  /** True in one of `inSoMany` cases. */
  once(inSoMany: number): boolean {
    return this.draw(inSoMany) === inSoMany - 1;
  }
}
