/** The choices of one life: drawn from its seed, and counted in its hash. */
export class Dice {
  #state: number;
  #low = 0x811c9dc5;
  #high = 0x1b873593;
  decisions = 0;

  constructor(seed: number) {
    this.#state = Math.imul(seed ^ 0x5bd1e995, 0x9e3779b1) >>> 0;
  }

  /** A whole number below this one, which does not make a life another one. */
  readonly draw = (below: number): number => {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };

  readonly uuid = (): string => {
    const word = (): string =>
      this.draw(2 ** 32 - 1)
        .toString(16)
        .padStart(8, '0');
    const [one, two, three, four] = [word(), word(), word(), word()];
    return `${one}-${two.slice(0, 4)}-4${two.slice(5)}-8${three.slice(1, 4)}-${three.slice(4)}${four}`;
  };

  pick<T>(from: readonly T[]): T {
    return from[this.draw(from.length)] as T;
  }

  /** True this often out of a thousand. The answer is a decision. */
  happens(perThousand: number, name: string): boolean {
    if (perThousand === 0 || this.draw(1_000) >= perThousand) return false;
    this.count(name);
    return true;
  }

  /** Takes up what happened. */
  count(name: string): void {
    this.decisions += 1;
    for (let place = 0; place < name.length; place += 1) {
      const code = name.charCodeAt(place);
      this.#low = Math.imul(this.#low ^ code, 0x01000193);
      this.#high = Math.imul(this.#high ^ code, 0x85ebca6b) ^ (this.#high >>> 13);
    }
    this.#low = Math.imul(this.#low ^ 0x7c, 0x01000193);
  }

  /** 53 bits over all decisions. */
  get hash(): number {
    return (this.#low >>> 0) + ((this.#high >>> 11) & 0x1fffff) * 2 ** 32;
  }
}
