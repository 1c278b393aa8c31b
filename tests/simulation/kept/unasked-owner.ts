import { announces, meant } from '../world/plan.ts';
import type { Scene } from '../world/scene.ts';

const k0 = meant('k0', { about: { ping: true } });

export const scene: Scene = {
  story: 'An owner that could not be asked had agreed, and a repeated message pinged again.',
  weather: {},
  plan: [announces([k0])],
  decisions: ['lost reply: p1 create k0', 'owner away: p1 composes #2'],
};
