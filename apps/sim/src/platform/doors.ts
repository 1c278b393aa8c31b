/** A simulated platform's access to time, randomness and the network. */
export interface Doors {
  now(): Date;
  /** Runs after a delay on the world's own clock, which tests may move; the returned function cancels it. */
  later(delayMs: number, run: () => void): () => void;
  bytes(count: number): Uint8Array;
  /** Calls an app, for example with a webhook. Throws if nothing answers. */
  fetch(
    url: string,
    options: { method: 'GET' | 'POST'; headers?: Record<string, string>; body?: string },
  ): Promise<{ status: number; headers: Headers; body: string }>;
  /** Notifies the page that something changed. */
  changed(what: string): void;
  /** Reports one event. */
  tell(type: 'SIGNAL' | 'PUSHED' | 'CHAT', data: object): void;
  /** The address of this world, e.g. `http://127.0.0.1:4400/kick`. */
  baseUrl(): string;
}

/** A call that the world answered, for watchers. */
export interface SeenRequest {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly status: number;
}

/** An active fault until then. */
export const isFuture = (world: { readonly doors: Pick<Doors, 'now'> }, moment: Date | null): moment is Date =>
  moment !== null && moment > world.doors.now();
