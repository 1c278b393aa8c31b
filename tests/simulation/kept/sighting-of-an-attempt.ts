import { announces, incident, meant, says } from '../world/plan.ts';
import type { Scene } from '../world/scene.ts';

const k0 = meant('k0', { about: { face: true }, lane: 'webhook' });

export const scene: Scene = {
  story:
    'A message was deleted, and shown only after the search. Its row took it for the next one, whose reply was lost.',
  weather: { unseen: 0 },
  plan: [announces([k0]), incident(k0, 5, 'message deleted'), says(k0, 5, { v: 1 })],
  decisions: ['lost reply: p1 execute k0', 'slow statement: p1 rememberSighting', 'lost reply: p1 execute k0 #2'],
  ends: { k0: 'posted' },
};
