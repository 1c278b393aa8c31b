import { announces, meant } from '../world/plan.ts';
import type { Scene } from '../world/scene.ts';

export const scene: Scene = {
  story: 'The reply was lost. Within minutes the same nonce brings the message back.',
  weather: {},
  plan: [announces([meant('k0')])],
  decisions: ['lost reply: p1 create k0'],
  ends: { k0: 'posted' },
};
