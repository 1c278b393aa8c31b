import { announces, incident, meant } from '../world/plan.ts';
import type { Scene } from '../world/scene.ts';

const k0 = meant('k0');

export const scene: Scene = {
  story: 'The database died after a commit that had not waited for the disk. The second write put the row back.',
  weather: {},
  plan: [announces([k0]), incident(k0, 5, 'database dies')],
  decisions: ['slow statement: p1 insertRows #2'],
  ends: { k0: 'posted' },
};
