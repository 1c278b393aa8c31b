import { announces, incident, meant, says, withdraws } from '../world/plan.ts';
import type { Scene } from '../world/scene.ts';

const k0 = meant('k0');

export const scene: Scene = {
  story:
    'Discord refused a message while it was being changed. It was tried again as "failed", so nobody could withdraw it.',
  weather: {},
  plan: [announces([k0]), incident(k0, 50, 'permission lost', 1_000), says(k0, 100, { v: 1 }), withdraws(k0, 1_500)],
  decisions: ['slow statement: p1 rememberDepartures', 'never arrived: p1 create k0 #2'],
  ends: { k0: 'removed' },
};
