import { createHash } from 'node:crypto';
import { simulatedNet } from '@tally/draw';
import type { Doors, SeenRequest } from '../platform/doors.ts';

/** Anybody can know the rounds of this network before they come out: it decides nothing in the real world. */
export const secretKey = createHash('sha256').update('the simulated beacon of Tally').digest('hex').replace(/^./, '0');
export const network = simulatedNet;

export interface DrandWorld {
  readonly doors: Doors;
  readonly requests: SeenRequest[];
  /** By how many seconds rounds come out later than they should. */
  lateSeconds: number;
  /** Signs with another key. */
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
