import { announces, incident, meant, withdraws } from '../world/plan.ts';
import type { Scene } from '../world/scene.ts';

const k0 = meant('k0', { about: { face: true }, lane: 'webhook' });

export const scene: Scene = {
  story: 'A person deleted the webhook. Its message stayed, although the bot may delete messages of others.',
  weather: {},
  plan: [announces([k0]), incident(k0, 1_000, 'webhook deleted'), withdraws(k0, 2_000)],
  decisions: [],
  ends: { k0: 'removed' },
};
