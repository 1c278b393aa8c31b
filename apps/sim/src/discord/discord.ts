import type { Shared, World } from '../world.ts';
import type { Gateway } from './gateway/gateway.ts';
import type { Limits } from './rules/limits.ts';
import type { State } from './state/state.ts';
import type { Interaction } from './work/interactions.ts';
import type { Nonces } from './work/nonces.ts';

export interface Stats {
  requests: number;
  /** Answers by status. */
  byStatus: Record<string, number>;
  /** 429s that a caller brought upon itself, not those of a fault. */
  selfInflicted429: number;
  invalid: number;
  messages: number;
  dispatched: number;
}

/** Everything that the parts of this world work on. */
export interface Core {
  readonly shared: Shared;
  readonly state: State;
  readonly limits: Limits;
  readonly gateway: Gateway;
  readonly nonces: Nonces;
  readonly interactions: Map<string, Interaction>;
  readonly stats: Stats;
  /** Aborted when the world ends. */
  readonly closing: AbortSignal;
}

export interface DiscordWorld extends World, Core {}
