import { announces, meant } from '../world/plan.ts';
import type { Scene } from '../world/scene.ts';

const k1 = meant('k1', { about: { face: true }, lane: 'webhook' });

export const scene: Scene = {
  story: 'A message never arrived. It is sent once the history shows other messages, and not this one.',
  weather: {},
  plan: [announces([meant('k0')]), announces([k1], { atMs: 400 })],
  decisions: ['never arrived: p1 execute k1'],
  ends: { k0: 'posted', k1: 'posted' },
};
