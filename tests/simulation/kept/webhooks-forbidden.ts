import { announces, incident, meant } from '../world/plan.ts';
import type { Scene } from '../world/scene.ts';

const k0 = meant('k0', { about: { face: true }, lane: 'webhook' });

export const scene: Scene = {
  story: 'The bot may make no webhook, so it posts by itself.',
  weather: {},
  plan: [incident(k0, 0, 'webhooks forbidden'), announces([k0], { atMs: 4_000 })],
  decisions: [],
  ends: { k0: 'posted' },
};
