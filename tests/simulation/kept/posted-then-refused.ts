import { announces, incident, meant, says } from '../world/plan.ts';
import type { Scene } from '../world/scene.ts';

const k0 = meant('k0');

export const scene: Scene = {
  story: 'An edit was refused before the owner heard that its message was posted, and so it never heard that.',
  weather: {},
  plan: [
    announces([k0]),
    incident(k0, 150, 'permission lost', 10_000),
    says(k0, 150, { v: 1 }),
    says(k0, 40_000, { v: 2 }),
  ],
  decisions: ['lost after: p1 takeJob'],
};
