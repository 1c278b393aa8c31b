import type { Change, Word } from './edits.ts';

/** An adapter for a platform with one simple call. It calls its simulator until it gets real addresses. */
export function adapterFiles({ kebab, pascal }: Word): readonly Change[] {
  const folder = `packages/platforms/src/${kebab}`;
  return [
    {
      path: `${folder}/index.ts`,
      text: `import { definePlatform } from '@tally/kernel';
import { creatorPages, END } from '../pages.ts';
import { createClient } from './client.ts';
import { askWhoIsLive } from './poll.ts';

const link = /^(?:https?:\\/\\/)?(?:www\\.)?${kebab}\\.com\\/([^/?#]+)/i;

export const ${kebab} = definePlatform({
  id: '${kebab}',
  capabilities: ['live'],
  batchSize: 50,
  pace: {
    questionsPerMinute: 60,
    idleSeconds: 60,
    busySeconds: 20,
    peoplePerMinute: 30,
    strangersPerMinute: 6,
    lookUpsPerDay: 2_000,
  },
  // Leave out the other pages of the site: see \`twitch\`.
  creatorPageIn: creatorPages([
    {
      at: new RegExp(\`^${kebab}\\\\.com/([\\\\w.-]{1,100})\${END}\`, 'i'),
      url: (name) => \`https://${kebab}.com/\${name.toLowerCase()}\`,
    },
  ]),
  channelNameIn(text) {
    const name = link.exec(text.trim())?.[1] ?? text.trim().replace(/^@/, '');
    return /^[\\w.-]{1,100}$/.test(name) ? name.toLowerCase() : null;
  },
  hosts: () => [],
  connect(doors) {
    const client = createClient(doors);
    return {
      stream: {
        findChannel: async (name) => (await client.channels({ names: [name] }))[0]?.channel ?? null,
        searchChannels: async () => [],
        ask: (questions) => askWhoIsLive(client, doors, questions),
      },
    };
  },
});
`,
    },
    {
      path: `${folder}/client.ts`,
      text: `import type { PlatformDoors } from '@tally/kernel';
import { ${pascal}Channels, type ${pascal}Finding } from './${kebab}.external.ts';

export interface ${pascal}Client {
  channels(asked: { names?: readonly string[]; ids?: readonly string[] }): Promise<readonly ${pascal}Finding[]>;
}

export function createClient({ http, config }: PlatformDoors): ${pascal}Client {
  const url = \`http://127.0.0.1:\${config.SIM_PORT}/${kebab}/channels\`;
  return {
    async channels({ names = [], ids = [] }) {
      const { data } = await http.json({ world: '${kebab}', url, query: { name: names, id: ids } }, ${pascal}Channels);
      return data;
    },
  };
}
`,
    },
    {
      path: `${folder}/${kebab}.external.ts`,
      text: `import type { Channel, Snapshot } from '@tally/kernel';
import { z } from 'zod';

/** The platform's facts about a channel, in our format. */
export interface ${pascal}Finding {
  readonly channel: Channel;
  readonly snapshot: Snapshot;
}

const ${pascal}Channel = z
  .object({ id: z.string(), name: z.string(), live_since: z.coerce.date().nullable() })
  .transform(({ id, name, live_since: startedAt }): ${pascal}Finding => {
    const url = \`https://${kebab}.com/\${name}\`;
    const channel = { platform: '${kebab}', id, name, displayName: name, avatarUrl: null, followers: null, url } as const;
    if (!startedAt) return { channel, snapshot: { state: 'offline', channelId: id } };
    return { channel, snapshot: { state: 'live', channelId: id, streamId: null, startedAt, url, details: unknownDetails } };
  });

const unknownDetails = {
  title: null,
  category: null,
  categoryImageUrl: null,
  thumbnailUrl: null,
  viewers: null,
  language: null,
  isMature: false,
} as const;

export const ${pascal}Channels = z.array(${pascal}Channel);
`,
    },
    {
      path: `${folder}/poll.ts`,
      text: `import { type Answer, type PlatformDoors, type Question, UpstreamError } from '@tally/kernel';
import type { ${pascal}Client } from './client.ts';

/** A channel that is missing from a good answer is unknown, not offline: a gap must not end a stream. */
export async function askWhoIsLive(
  client: ${pascal}Client,
  { log }: PlatformDoors,
  questions: readonly Question[],
): Promise<readonly Answer[]> {
  const channelIds = questions.map(({ channelId }) => channelId);
  try {
    const found = new Map((await client.channels({ ids: channelIds })).map((each) => [each.channel.id, each.snapshot]));
    return channelIds.map((channelId) => ({
      snapshot: found.get(channelId) ?? { state: 'unknown', channelId, reason: 'not in the answer' },
    }));
  } catch (error) {
    // The sweep decides how long to wait.
    if (!(error instanceof UpstreamError) || error.kind === 'limited' || error.kind === 'denied') throw error;
    log.warn({ error }, '${pascal} did not say who is live');
    const reason = error.message;
    return channelIds.map((channelId) => ({ snapshot: { state: 'unknown', channelId, reason } }));
  }
}
`,
    },
    { path: `${folder}/README.md`, text: `# ${pascal}\n\nQuirks, limits and where they are documented.\n` },
  ];
}

/** A simulated world with the same call, and controls to go live and offline. */
export function simulatorFiles({ kebab, pascal }: Word): readonly Change[] {
  const folder = `apps/sim/src/${kebab}`;
  return [
    {
      path: `${folder}/definition.ts`,
      text: `import { answerText } from '../platform/call.ts';
import { openPlatform } from '../platform/open.ts';
import type { Shared, WorldDefinition } from '../world.ts';
import { createControls } from './controls.ts';
import { routes } from './routes.ts';
import { createWorld, type ${pascal}World } from './world.ts';

const create${pascal} = (shared: Shared) =>
  openPlatform<${pascal}World>(shared, {
    name: '${kebab}',
    create: createWorld,
    routes,
    controls: createControls,
    summary: ({ channels, requests }) => ({ channels, requests }),
    trouble: () => null,
    limited: (_world, fault) => answerText(429, 'Too many requests', { 'retry-after': String(Math.ceil(fault.retryAfter)) }),
    malformed: () => answerText(400, 'Bad request'),
    isQuiet: () => false,
  });

/** The parts of ${pascal} that its adapter uses. */
export const ${kebab}: WorldDefinition = { name: '${kebab}', prefix: '/${kebab}', create: create${pascal} };
`,
    },
    {
      path: `${folder}/world.ts`,
      text: `import type { Doors, SeenRequest } from '../platform/doors.ts';
import type { Seed } from '../world.ts';

export interface SimChannel {
  readonly id: string;
  readonly name: string;
  live_since: Date | null;
}

/** The state of the simulated ${pascal}. */
export interface ${pascal}World {
  readonly doors: Doors;
  readonly requests: SeenRequest[];
  readonly channels: SimChannel[];
}

export const createWorld = (doors: Doors, seed: Seed): ${pascal}World => ({
  doors,
  requests: [],
  channels: seed === 'demo' ? [{ id: '1', name: 'ada', live_since: null }] : [],
});
`,
    },
    {
      path: `${folder}/routes.ts`,
      text: `import { answerJson, type Route } from '../platform/call.ts';
import type { ${pascal}World } from './world.ts';

export const routes = ({ channels }: ${pascal}World): Route[] => [
  {
    method: 'GET',
    path: '/channels',
    run({ query }) {
      const names = query.getAll('name');
      const ids = query.getAll('id');
      return answerJson(
        200,
        channels.filter(({ id, name }) => names.includes(name) || ids.includes(id)),
      );
    },
  },
];
`,
    },
    {
      path: `${folder}/controls.ts`,
      text: `import { z } from 'zod';
import { createControls as controlsOf } from '../platform/controls.ts';
import { type Control, ControlError } from '../world.ts';
import type { ${pascal}World, SimChannel } from './world.ts';

const bodies = {
  'go-live': z.strictObject({ who: z.string() }),
  end: z.strictObject({ who: z.string() }),
};

export function createControls(world: ${pascal}World): Record<string, Control> {
  const get = (name: string): SimChannel => {
    const channel = world.channels.find((each) => each.name === name);
    if (!channel) throw new ControlError(404, \`Nobody on the simulated ${pascal} is called \${name}.\`);
    return channel;
  };
  return controlsOf(world, bodies, {
    'go-live': ({ who }) => {
      get(who).live_since = world.doors.now();
    },
    end: ({ who }) => {
      get(who).live_since = null;
    },
  });
}
`,
    },
  ];
}
