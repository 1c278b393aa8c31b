import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { SimClock } from './clock.ts';
import type { Events } from './events.ts';
import type { Faults, LimitedFault } from './faults.ts';

/** The rest of the request's path, after the world's prefix. */
export interface Target {
  readonly path: string;
  readonly query: URLSearchParams;
}

export type Seed = 'demo' | 'empty';

export interface SimOptions {
  readonly seed: Seed;
  readonly limits: boolean;
}

/** A call that no world supports. It makes a test run fail. */
export interface UnknownCall {
  readonly world: string;
  readonly method: string;
  readonly path: string;
}

/** The clock, the stream of events and the set of faults that all worlds share. */
export interface Shared {
  readonly clock: SimClock;
  readonly events: Events;
  readonly faults: Faults;
  readonly options: SimOptions;
  readonly unknownCalls: UnknownCall[];
  /** Finds another world, for worlds that show its content. Available after all are created. */
  find(name: string): World | undefined;
  /** Returns the base URL, known once the server listens. */
  url(): string;
  /** Answers 501 and records the call. */
  unknown(world: string, req: IncomingMessage, res: ServerResponse, path: string): void;
}

export type Control = (body: unknown) => unknown;

export interface World {
  handle(req: IncomingMessage, res: ServerResponse, target: Target): void | Promise<void>;
  upgrade?(req: IncomingMessage, socket: Duplex, head: Buffer, target: Target): void;
  /** Answers a "too many requests" fault in this world's own words. */
  limited?(res: ServerResponse, fault: LimitedFault): void;
  readonly controls: Readonly<Record<string, Control>>;
  /** Returns this world's part of `/control/state`. */
  summary(): unknown;
  reset(seed: Seed): void;
  close?(): void;
}

/** A creator of the demo world, for tests that run with every platform. */
export interface Star {
  /** The name in the world's controls. */
  readonly who: string;
  /** The text that a person would type in our product. */
  readonly typed: string;
}

export interface WorldDefinition<Made extends World = World> {
  readonly name: string;
  /** The prefix, such as `/discord`. The page has an empty one and receives all other requests. */
  readonly prefix: string;
  /** A second prefix, which stays in the path, for clients without a path setting. */
  readonly alias?: string;
  create(shared: Shared): Made;
  /** Only for a world of a platform. */
  readonly star?: Star;
  /** True if the platform verifies our URL before it pushes. */
  readonly asksFirst?: true;
}

/** A refusal of the control API, in one sentence. */
export class ControlError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
