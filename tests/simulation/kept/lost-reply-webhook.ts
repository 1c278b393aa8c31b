import { announces, meant } from '../world/plan.ts';
import type { Scene } from '../world/scene.ts';

export const scene: Scene = {
  story: 'The reply of a webhook was lost. Its message has no nonce, so it is looked up before a second try.',
  weather: {},
  plan: [announces([meant('k0', { about: { face: true }, lane: 'webhook' })])],
  decisions: ['lost reply: p1 execute k0'],
  ends: { k0: 'posted' },
};
