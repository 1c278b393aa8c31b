import type { Change, Word } from './edits.ts';

/** Returns an adapter for an official API with one simple call and a key. */
export function adapterFiles({ kebab, pascal }: Word): readonly Change[] {
  const folder = `packages/platforms/src/${kebab}`;
  return [
    {
      path: `${folder}/index.ts`,
      text: `import { definePlatform } from '@tally/kernel';
import { creatorPages, END } from '../pages.ts';
import { askWhoIsLive, createClient, MOST_CHANNELS } from './client.ts';
import type { ${pascal}Finding } from './${kebab}.external.ts';

/** Pages of the site that are no creator's. */
const others = 'search|videos?|clips?';
const link = /^(?:https?:\\/\\/)?(?:www\\.)?${kebab}\\.com\\/([^/?#]+)/i;

export const ${kebab} = definePlatform({
  id: '${kebab}',
  capabilities: ['live', 'titleChanges'],
  batchSize: MOST_CHANNELS,
  pace: {
    questionsPerMinute: 60,
    idleSeconds: 60,
    busySeconds: 20,
    peoplePerMinute: 30,
    strangersPerMinute: 6,
    lookUpsPerDay: 2_000,
  },
  creatorPageIn: creatorPages([
    {
      at: new RegExp(\`^${kebab}\\\\.com/(?!(?:\${others})\${END})([\\\\w.-]{1,100})\${END}\`, 'i'),
      url: (name) => \`https://${kebab}.com/\${name.toLowerCase()}\`,
    },
  ]),
  channelNameIn(text) {
    const name = link.exec(text.trim())?.[1] ?? text.trim().replace(/^@/, '');
    return /^[\\w.-]{1,100}$/.test(name) ? name.toLowerCase() : null;
  },
  hosts: ({ ${kebab} }) => (${kebab}.isReal ? [${kebab}.apiUrl] : []),
  connect(doors) {
    const client = createClient(doors);
    const findChannels = async (names: readonly string[]) => byName(await client.channels({ names }));
    return {
      stream: {
        findChannel: async (name) => (await findChannels([name])).get(name) ?? null,
        searchChannels: async () => [],
        ask: (questions) => askWhoIsLive(client, doors, questions),
      },
      lookUps: { mostNames: MOST_CHANNELS, takes: () => true, findChannels },
    };
  },
});

const byName = (found: readonly ${pascal}Finding[]) => new Map(found.map(({ channel }) => [channel.name, channel]));
`,
    },
    {
      path: `${folder}/client.ts`,
      text: `import { type Answer, type PlatformDoors, type Question, UpstreamError } from '@tally/kernel';
import { ${pascal}Channels, type ${pascal}Finding } from './${kebab}.external.ts';

/** How many channels one call finds. */
export const MOST_CHANNELS = 50;

interface ${pascal}Client {
  channels(asked: { names?: readonly string[]; ids?: readonly string[] }): Promise<readonly ${pascal}Finding[]>;
}

export function createClient({ http, config: { ${kebab} } }: PlatformDoors): ${pascal}Client {
  return {
    async channels({ names = [], ids = [] }) {
      const headers = { 'client-id': ${kebab}.key };
      const url = \`\${${kebab}.apiUrl}/channels\`;
      const { data } = await http.json({ world: '${kebab}', url, headers, query: { name: names, id: ids } }, ${pascal}Channels);
      return data;
    },
  };
}

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
  .object({ id: z.string(), name: z.string(), title: z.string(), live_since: z.coerce.date().nullable() })
  .transform(({ id, name, title, live_since: startedAt }): ${pascal}Finding => {
    const url = \`https://${kebab}.com/\${name}\`;
    const channel = { platform: '${kebab}', id, name, displayName: name, avatarUrl: null, followers: null, url } as const;
    if (!startedAt) return { channel, snapshot: { state: 'offline', channelId: id } };
    const details = { ...unknownDetails, title };
    return { channel, snapshot: { state: 'live', channelId: id, streamId: null, startedAt, url, details } };
  });

const unknownDetails = {
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
    { path: `${folder}/README.md`, text: `# ${pascal}\n\nQuirks, limits and where they are documented.\n` },
  ];
}

/** Returns a simulated world with the same call, the controls for tests, and its part of the page. */
export function simulatorFiles({ kebab, pascal }: Word): readonly Change[] {
  const folder = `apps/sim/src/${kebab}`;
  return [
    {
      path: `${folder}/definition.ts`,
      text: `import { answerJson, answerText, type Route } from '../platform/call.ts';
import { openPlatform } from '../platform/open.ts';
import type { Shared, WorldDefinition } from '../world.ts';
import { createControls } from './controls.ts';
import { describePanel } from './panel.ts';
import { createWorld, type ${pascal}World } from './world.ts';

const create${pascal} = (shared: Shared) =>
  openPlatform<${pascal}World>(shared, {
    name: '${kebab}',
    create: createWorld,
    routes,
    controls: createControls,
    summary: (world) => ({ panel: describePanel(world), channels: world.channels, requests: world.requests }),
    trouble: () => null,
    limited: (_world, fault) => answerText(429, 'Too many requests', { 'retry-after': String(Math.ceil(fault.retryAfter)) }),
    malformed: () => answerText(400, 'Bad request'),
    isQuiet: () => false,
  });

const routes = ({ channels }: ${pascal}World): Route[] => [
  {
    method: 'GET',
    path: '/api/channels',
    run({ query, headers }) {
      if (!headers['client-id']) return answerText(401, 'A key is missing');
      const [names, ids] = [query.getAll('name'), query.getAll('id')];
      return answerJson(
        200,
        channels.filter(({ id, name }) => names.includes(name) || ids.includes(id)),
      );
    },
  },
];

/** The parts of ${pascal} that its adapter uses. */
export const ${kebab}: WorldDefinition = {
  name: '${kebab}',
  prefix: '/${kebab}',
  create: create${pascal},
  star: { who: 'ada', typed: 'https://${kebab}.com/Ada' },
};
`,
    },
    {
      path: `${folder}/world.ts`,
      text: `import type { Doors, SeenRequest } from '../platform/doors.ts';
import type { Seed } from '../world.ts';

export interface SimChannel {
  readonly id: string;
  readonly name: string;
  title: string;
  live_since: Date | null;
}

/** The state of the simulated ${pascal}. */
export interface ${pascal}World {
  readonly doors: Doors;
  readonly requests: SeenRequest[];
  readonly channels: SimChannel[];
}

export function createWorld(doors: Doors, seed: Seed): ${pascal}World {
  const world = { doors, requests: [], channels: [] };
  if (seed === 'demo') addChannel(world, 'ada');
  return world;
}

export function addChannel({ channels }: ${pascal}World, name: string): void {
  channels.push({ id: String(channels.length + 1), name, title: 'Hello', live_since: null });
}
`,
    },
    {
      path: `${folder}/controls.ts`,
      text: `import { z } from 'zod';
import { createControls as controlsOf } from '../platform/controls.ts';
import { type Control, ControlError } from '../world.ts';
import { addChannel, type ${pascal}World, type SimChannel } from './world.ts';

const who = z.string();
/** Longer and odder than the platform allows, to test such titles. */
const title = z.string().max(20_000);

const bodies = {
  'go-live': z.strictObject({ who, title: title.optional() }),
  'change-title': z.strictObject({ who, title }),
  end: z.strictObject({ who }),
  calm: z.strictObject({}).optional(),
  'add-creator': z.strictObject({ name: z.string().regex(/^[\\w.-]{1,100}$/) }),
};

export function createControls(world: ${pascal}World): Record<string, Control> {
  const get = (name: string): SimChannel => {
    const channel = world.channels.find((each) => each.name === name);
    if (!channel) throw new ControlError(404, \`Nobody on the simulated ${pascal} is called \${name}.\`);
    return channel;
  };
  return controlsOf(world, bodies, {
    'go-live': ({ who: name, title: chosen = 'Hello' }) => {
      Object.assign(get(name), { title: chosen, live_since: world.doors.now() });
    },
    'change-title': ({ who: name, title: chosen }) => {
      get(name).title = chosen;
    },
    end: ({ who: name }) => {
      get(name).live_since = null;
    },
    calm: () => undefined,
    'add-creator': ({ name }) => addChannel(world, name),
  });
}
`,
    },
    {
      path: `${folder}/panel.ts`,
      text: `/** How the simulator's page shows this world: everything as data. */
import type { Panel, Subject } from '../actions.ts';
import { addCreator, calm, changeTitle, endStream, quickActions } from '../platform/actions.ts';
import { optional, textField, titleField, whoField } from '../platform/fields.ts';
import type { ${pascal}World, SimChannel } from './world.ts';

export const describePanel = ({ channels, requests }: ${pascal}World): Panel => ({
  title: '${pascal}',
  mark: '${kebab}',
  subjects: channels.map(describeSubject),
  actions: [
    { name: 'go-live', label: 'Go live with details', group: 'Stream', fields: [whoField, optional(titleField)] },
    changeTitle,
    endStream,
    addCreator(textField('name', 'Name')),
    calm,
  ],
  facts: [
    { label: 'Live', value: \`\${channels.filter((each) => each.live_since).length} of \${channels.length}\` },
    { label: 'Calls', value: String(requests.length) },
  ],
});

function describeSubject({ name, title, live_since: since }: SimChannel): Subject {
  const state = since ? 'live' : 'off';
  // Nothing can drop the connection in this world.
  const quick = quickActions(name, state, [{ label: 'Go live', action: 'go-live', body: { who: name } }]).filter(
    ({ action }) => action !== 'drop',
  );
  return { id: name, name, picture: null, state, since: since?.toISOString() ?? null, line: title, quick };
}
`,
    },
    { path: `${folder}/README.md`, text: `# The simulated ${pascal}\n\nIts traps and its controls.\n` },
  ];
}
