import type { Shared, World } from '../world.ts';
import type { Gateway } from './gateway/gateway.ts';
import type { Limits } from './rules/limits.ts';
import type { State } from './state/state.ts';
import type { Interaction } from './work/interactions.ts';
import type { Nonces } from './work/nonces.ts';

export interface Stats {
  requests: number;
  /** The number of responses by status. */
  byStatus: Record<string, number>;
  /** 429s that the caller caused. Those of a fault do not count. */
  selfInflicted429: number;
  invalid: number;
  messages: number;
  dispatched: number;
}

/** The state and tools that all parts of this world share. */
export interface Core {
  readonly shared: Shared;
  readonly state: State;
  readonly limits: Limits;
  readonly gateway: Gateway;
  readonly nonces: Nonces;
  readonly interactions: Map<string, Interaction>;
  readonly stats: Stats;
  /** Aborted when the world closes. */
  readonly closing: AbortSignal;
}

export interface DiscordWorld extends World, Core {}
