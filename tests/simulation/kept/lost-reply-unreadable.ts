import { announces, incident, meant } from '../world/plan.ts';
import type { Scene } from '../world/scene.ts';

const k0 = meant('k0', { about: { face: true }, lane: 'webhook' });

export const scene: Scene = {
  story: 'The reply was lost, and the bot may not read the history: the message is unconfirmed and never sent again.',
  weather: {},
  plan: [incident(k0, 0, 'history lost', 600_000), announces([k0], { atMs: 4_000 })],
  decisions: ['lost reply: p1 execute k0'],
  ends: { k0: 'unconfirmed' },
};
