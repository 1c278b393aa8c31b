import { announces, meant } from '../world/plan.ts';
import type { Scene } from '../world/scene.ts';

export const scene: Scene = {
  story: 'A message crashed one sender after another, and the next sender took it at once.',
  weather: { faultsForMs: 150_000 },
  plan: [announces([meant('k0'), meant('k1')])],
  decisions: ['poison: p1 create k0', 'poison: p2 create k0', 'poison: p3 create k0'],
};
