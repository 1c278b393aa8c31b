import { createHash } from 'node:crypto';
import { simulatedNet } from '@tally/draw';
import type { Doors, SeenRequest } from '../platform/doors.ts';

/** The rounds of this network are predictable, but decide nothing in the real world. */
export const secretKey = createHash('sha256').update('the simulated beacon of Tally').digest('hex').replace(/^./, '0');
export const network = simulatedNet;

export interface DrandWorld {
  readonly doors: Doors;
  readonly requests: SeenRequest[];
  /** The number of seconds by which late rounds are delayed. */
  lateSeconds: number;
  /** True if the network signs with another key. */
  isLying: boolean;
  isAway: boolean;
  asked: number;
}

export const createWorld = (doors: Doors): DrandWorld => ({
  doors,
  requests: [],
  lateSeconds: 0,
  isLying: false,
  isAway: false,
  asked: 0,
});
