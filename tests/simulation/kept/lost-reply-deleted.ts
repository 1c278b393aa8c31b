import { announces, incident, meant } from '../world/plan.ts';
import type { Scene } from '../world/scene.ts';

const k0 = meant('k0');

export const scene: Scene = {
  story: 'The reply was lost, and a moderator deleted the message: it is not posted behind their back.',
  weather: { unseen: 0 },
  plan: [announces([k0]), incident(k0, 1_000, 'message deleted')],
  decisions: ['lost reply: p1 create k0'],
  ends: { k0: 'removed' },
};
