import { announces, meant } from '../world/plan.ts';
import type { Scene } from '../world/scene.ts';

export const scene: Scene = {
  story: 'The reply was lost. Almost two minutes later another process, whose clock is late, posted it again.',
  weather: { skewsMs: [1_000, -1_000], faultsForMs: 300_000 },
  plan: [announces([meant('k0')])],
  decisions: ['p1 is killed after create k0 arrives', 'p2 freezes for 120000 before claimDue'],
  ends: { k0: 'posted' },
};
