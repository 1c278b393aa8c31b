/** A simulated platform's access to time, randomness and the network. */
export interface Doors {
  now(): Date;
  /** Runs after a delay on the world's own clock, which tests may move. Returns a function that cancels it. */
  later(delayMs: number, run: () => void): () => void;
  bytes(count: number): Uint8Array;
  /** Calls an app, for example with a webhook. Throws if no app responds. */
  fetch(
    url: string,
    options: { method: 'GET' | 'POST'; headers?: Record<string, string>; body?: string },
  ): Promise<{ status: number; headers: Headers; body: string }>;
  /** Notifies the page of a change. */
  changed(what: string): void;
  /** Reports one event. */
  tell(type: 'SIGNAL' | 'PUSHED' | 'CHAT', data: object): void;
  /** Returns the URL of this world, such as `http://127.0.0.1:4400/kick`. */
  baseUrl(): string;
}

/** A call that the world answered, for watchers. */
export interface SeenRequest {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** Returns whether this time is in the future, which means that a fault is active. */
export const isFuture = (world: { readonly doors: Pick<Doors, 'now'> }, moment: Date | null): moment is Date =>
  moment !== null && moment > world.doors.now();
