import { announces, meant } from '../world/plan.ts';
import type { Scene } from '../world/scene.ts';

const about = { word: 'same', face: true };
const both = ['k0', 'k1'].map((key) => meant(key, { about, lane: 'webhook' }));

export const scene: Scene = {
  story: 'The gateway showed the message of one row late, and a lost row with the same words took it for its own.',
  weather: { unseen: 0 },
  plan: [announces(both)],
  decisions: ['slow statement: p1 rememberSighting', 'never arrived: p1 execute same #2'],
};
