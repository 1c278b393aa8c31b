/**
 * The queue for the only connection. Single statements pass immediately. A transaction holds the connection, and other
 * callers wait in order until it ends.
 */
export class Gate {
  #isHeld = false;
  readonly #waiting: { readonly isAlone: boolean; readonly go: () => void }[] = [];

  /** Calls `post` as soon as the connection is free. */
  pass<T>(post: () => Promise<T>): Promise<T> {
    if (!this.#isHeld) return post();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ isAlone: false, go: () => void post().then(resolve, reject) });
    });
  }

  /** Gives `work` the connection until its promise settles. */
  hold<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const go = () => {
        this.#isHeld = true;
        void work()
          .finally(() => this.#release())
          .then(resolve, reject);
      };
      if (this.#isHeld) this.#waiting.push({ isAlone: true, go });
      else go();
    });
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  #release(): void {
    this.#isHeld = false;
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      next.go();
      if (next.isAlone) return;
    }
  }
}
