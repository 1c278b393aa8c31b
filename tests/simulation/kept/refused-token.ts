import { announces, incident, meant } from '../world/plan.ts';
import type { Scene } from '../world/scene.ts';

const [k0, k1] = [meant('k0', { about: { publish: true } }), meant('k1')];

export const scene: Scene = {
  story: 'Discord refused the token for a minute. A message and a publication of that minute failed for good.',
  weather: {},
  plan: [announces([k0]), incident(k0, 500, 'token refused', 60_000), announces([k1], { atMs: 10_000 })],
  decisions: ['limited: p1 publish'],
};
