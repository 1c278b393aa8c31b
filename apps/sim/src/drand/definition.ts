import { z } from 'zod';
import type { Panel } from '../actions.ts';
import { answerJson } from '../platform/call.ts';
import { createControls } from '../platform/controls.ts';
import { openPlatform } from '../platform/open.ts';
import type { Shared, WorldDefinition } from '../world.ts';
import { apiRoutes } from './api.ts';
import { createWorld, type DrandWorld } from './world.ts';

const createDrand = (shared: Shared) =>
  openPlatform<DrandWorld>(shared, {
    name: 'drand',
    create: createWorld,
    routes: apiRoutes,
    controls: (world) =>
      createControls(
        world,
        {
          late: z.strictObject({ seconds: z.number().int().min(0).max(86_400) }),
          lie: z.strictObject({ isLying: z.boolean() }),
          away: z.strictObject({ isAway: z.boolean() }),
        },
        {
          late({ seconds }) {
            world.lateSeconds = seconds;
          },
          lie({ isLying }) {
            world.isLying = isLying;
          },
          away({ isAway }) {
            world.isAway = isAway;
          },
        },
      ),
    summary: (world) => ({ panel: describePanel(world), asked: world.asked, requests: world.requests }),
    trouble: ({ isAway }) => (isAway ? answerJson(503, { error: 'service unavailable' }) : null),
    limited: () => answerJson(429, { error: 'too many requests' }),
    malformed: () => answerJson(400, { error: 'bad request' }),
    isQuiet: () => false,
  });

function describePanel({ lateSeconds, isLying, isAway, asked }: DrandWorld): Panel {
  return {
    title: 'drand',
    mark: 'drand',
    subjects: [],
    actions: [
      {
        name: 'late',
        label: 'Rounds come out late',
        group: 'Trouble',
        fields: [{ name: 'seconds', label: 'Seconds', kind: 'number', value: 60 }],
      },
      {
        name: 'lie',
        label: 'Sign with another key',
        group: 'Trouble',
        fields: [{ name: 'isLying', label: 'Another key', kind: 'switch', value: !isLying }],
      },
      {
        name: 'away',
        label: 'Go away',
        group: 'Trouble',
        fields: [{ name: 'isAway', label: 'Away', kind: 'switch', value: !isAway }],
      },
    ],
    facts: [
      { label: 'Rounds asked for', value: String(asked) },
      { label: 'Late by', value: `${lateSeconds} s`, isOdd: lateSeconds > 0 },
      { label: 'Signatures', value: isLying ? 'wrong' : 'right', isOdd: isLying },
    ],
  };
}

export const drand: WorldDefinition = { name: 'drand', prefix: '/drand', create: createDrand };
