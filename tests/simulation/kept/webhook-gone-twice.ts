import { announces, incident, meant } from '../world/plan.ts';
import type { Scene } from '../world/scene.ts';

const about = { about: { face: true }, lane: 'webhook' } as const;
const [k0, k1, k2] = [meant('k0', about), meant('k1', about), meant('k2', about)];

export const scene: Scene = {
  story: 'A person deleted the webhook, and at once the new one too. The next message called the second one again.',
  weather: {},
  plan: [
    announces([k0]),
    incident(k0, 1_000, 'webhook deleted'),
    announces([k1], { atMs: 2_000 }),
    incident(k0, 2_250, 'webhook deleted'),
    announces([k2], { atMs: 12_000 }),
  ],
  decisions: ['slow call: p1 execute k1 #2'],
  ends: { k0: 'posted', k1: 'failed', k2: 'posted' },
};
