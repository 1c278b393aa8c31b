import { announces, incident, meant } from '../world/plan.ts';
import type { Scene } from '../world/scene.ts';

const about = { about: { face: true }, lane: 'webhook' } as const;
const [k0, k1] = [meant('k0', about), meant('k1', about)];

export const scene: Scene = {
  story: 'A person deleted the webhook, and the bot may make no other. The next message failed; now the bot posts it.',
  weather: {},
  plan: [
    announces([k0]),
    incident(k0, 1_000, 'webhook deleted'),
    incident(k0, 1_000, 'webhooks forbidden'),
    announces([k1], { atMs: 6_000 }),
  ],
  decisions: [],
  ends: { k0: 'posted', k1: 'posted' },
};
