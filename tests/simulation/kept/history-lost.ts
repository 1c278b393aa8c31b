import { announces, incident, meant } from '../world/plan.ts';
import type { Scene } from '../world/scene.ts';

const k0 = meant('k0', { about: { face: true }, lane: 'webhook' });

export const scene: Scene = {
  story: 'The bot had just lost the history when it looked for a lost message. The list was empty, and it sent again.',
  weather: {},
  plan: [announces([k0]), incident(k0, 1_950, 'history lost', 20_000)],
  decisions: ['lost reply: p1 execute k0'],
  ends: { k0: 'unconfirmed' },
};
