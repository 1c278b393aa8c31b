import type { Doors, SeenRequest } from '../platform/doors.ts';

/** Fixed values that our configuration uses without a key. */
export const keys = { secret: 'whs_tally_simulated_world', password: 'sim-topgg-password' } as const;
export const botId = '900000000000000001';
export const HOUR_MS = 3_600_000;

export interface Vote {
  readonly id: string;
  readonly userId: string;
  readonly at: Date;
  readonly weight: 1 | 2;
}

export interface Delivery {
  readonly about: string;
  readonly at: Date;
  attempts: number;
  outcome: 'waiting' | 'delivered' | 'refused' | 'given up';
  status: number | null;
}

export interface TopggWorld {
  readonly doors: Doors;
  readonly requests: SeenRequest[];
  readonly votes: Map<string, Vote>;
  readonly deliveries: Delivery[];
  callbackUrl: string | null;
  /** `v1` is the signed kind of webhook, `v0` the older kind. */
  version: 'v1' | 'v0';
}

export const createWorld = (doors: Doors, callbackUrl: string | null): TopggWorld => ({
  doors,
  requests: [],
  votes: new Map(),
  deliveries: [],
  callbackUrl,
  version: 'v1',
});

/** Votes count twice from Friday to Sunday, UTC. */
export const weightOf = (at: Date): 1 | 2 => ([0, 5, 6].includes(at.getUTCDay()) ? 2 : 1);

/** Returns when a person can vote again, or null if they can now. */
export function nextVoteOf(world: TopggWorld, userId: string): Date | null {
  const last = [...world.votes.values()].findLast((vote) => vote.userId === userId);
  const next = last ? new Date(last.at.getTime() + 12 * HOUR_MS) : null;
  return next && next > world.doors.now() ? next : null;
}
