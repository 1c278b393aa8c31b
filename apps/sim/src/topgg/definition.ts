import { answerJson } from '../platform/call.ts';
import { openPlatform } from '../platform/open.ts';
import type { Shared, WorldDefinition } from '../world.ts';
import { createControls } from './controls.ts';
import { describePanel } from './panel.ts';
import { siteRoutes } from './site.ts';
import { createWorld, type TopggWorld } from './world.ts';

const createTopgg = (shared: Shared) =>
  openPlatform<TopggWorld>(shared, {
    name: 'topgg',
    create: (doors) => createWorld(doors, process.env['SIM_TOPGG_CALLBACK_URL'] || null),
    routes: siteRoutes,
    controls: createControls,
    summary: (world) => ({
      panel: describePanel(world),
      votes: [...world.votes.values()].slice(-50),
      deliveries: world.deliveries.slice(0, 50),
      requests: world.requests,
    }),
    trouble: () => null,
    limited: () => answerJson(429, { type: 'rate_limited', title: 'Rate limited', status: 429 }),
    malformed: () => answerJson(400, { type: 'bad_request', title: 'Bad request', status: 400 }),
    isQuiet: () => false,
  });

export const topgg: WorldDefinition = { name: 'topgg', prefix: '/topgg', create: createTopgg };
