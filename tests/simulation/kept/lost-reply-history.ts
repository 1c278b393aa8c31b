import { announces, meant } from '../world/plan.ts';
import type { Scene } from '../world/scene.ts';

const LATER = [2, 3, 4, 5];

export const scene: Scene = {
  story: 'The reply was lost, and Discord was away for longer than it remembers a nonce. The history has the message.',
  weather: { faultsForMs: 300_000 },
  plan: [announces([meant('k0')])],
  decisions: ['lost reply: p1 create k0', ...LATER.map((place) => `never arrived: p1 create k0 #${place}`)],
  ends: { k0: 'posted' },
};
