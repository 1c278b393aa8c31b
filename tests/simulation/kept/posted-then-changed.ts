import { announces, meant, says } from '../world/plan.ts';
import type { Scene } from '../world/scene.ts';

const k0 = meant('k0');

export const scene: Scene = {
  story: 'The reply was lost, and the title changed. The message was found and edited; its owner never heard "posted".',
  weather: {},
  plan: [announces([k0]), says(k0, 1_000, { v: 1 })],
  decisions: ['lost reply: p1 create k0'],
  ends: { k0: 'edited' },
};
