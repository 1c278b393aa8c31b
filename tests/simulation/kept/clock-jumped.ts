import { announces, meant } from '../world/plan.ts';
import type { Scene } from '../world/scene.ts';

export const scene: Scene = {
  story:
    'The clock of a machine was set ten hours ahead, and its process gave up every message as too late for a minute.',
  weather: { jumps: 1, processes: 2 },
  plan: [announces([meant('k0')])],
  decisions: [],
  ends: { k0: 'posted' },
};
