import { announces, incident, meant } from '../world/plan.ts';
import type { Scene } from '../world/scene.ts';

const about = { about: { face: true }, lane: 'webhook' } as const;
const [k0, k1] = [meant('k0', about), meant('k1', about)];

export const scene: Scene = {
  story: 'A person deleted the webhook. The next message is sent through a new one.',
  weather: {},
  plan: [announces([k0]), incident(k0, 1_000, 'webhook deleted'), announces([k1], { atMs: 2_000 })],
  decisions: [],
  ends: { k0: 'posted', k1: 'posted' },
};
