import { announces, incident, meant, says } from '../world/plan.ts';
import type { Scene } from '../world/scene.ts';

const k0 = meant('k0', { about: { face: true }, lane: 'webhook' });

export const scene: Scene = {
  story: 'A person deleted the webhook. Its message stays as it is, and no later edit calls the webhook again.',
  weather: {},
  plan: [
    announces([k0]),
    incident(k0, 1_000, 'webhook deleted'),
    says(k0, 2_000, { v: 1 }),
    says(k0, 12_000, { v: 2 }),
  ],
  decisions: [],
  ends: { k0: 'posted' },
};
