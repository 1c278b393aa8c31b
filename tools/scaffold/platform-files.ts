import type { Change, Word } from './edits.ts';

/** An adapter for a platform with one plain call. It talks to its simulator until it is given real addresses. */
export function adapterFiles({ kebab, pascal }: Word): readonly Change[] {
  const folder = `packages/platforms/src/${kebab}`;
  return [
    {
      path: `${folder}/index.ts`,
      text: `import { definePlatform } from '@tally/kernel';
import { createClient } from './client.ts';
import { pollSnapshots } from './poll.ts';

const link = /^(?:https?:\\/\\/)?(?:www\\.)?${kebab}\\.com\\/([^/?#]+)/i;

export const ${kebab} = definePlatform({
  id: '${kebab}',
  name: '${pascal}',
  colour: '#888888',
  capabilities: {
    live: true,
    titleChanges: false,
    videos: false,
    clips: false,
    vods: false,
    emotes: false,
    login: 'none',
  },
  batchSize: 50,
  channelNameIn(text) {
    const name = link.exec(text.trim())?.[1] ?? text.trim().replace(/^@/, '');
    return /^[\\w.-]{1,100}$/.test(name) ? name.toLowerCase() : null;
  },
  connect(doors) {
    const client = createClient(doors);
    return {
      findChannel: async (name) => (await client.channels({ names: [name] }))[0]?.channel ?? null,
      snapshots: (channelIds) => pollSnapshots(client, doors, channelIds),
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

/** What the platform tells of a channel, in our words. */
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
      text: `import { type PlatformDoors, type Snapshot, UpstreamError } from '@tally/kernel';
import type { ${pascal}Client } from './client.ts';

/** A channel that is missing from a good answer is unknown, not offline: nothing may end because of a gap. */
export async function pollSnapshots(
  client: ${pascal}Client,
  { log }: PlatformDoors,
  channelIds: readonly string[],
): Promise<readonly Snapshot[]> {
  try {
    const found = new Map((await client.channels({ ids: channelIds })).map((each) => [each.channel.id, each.snapshot]));
    return channelIds.map(
      (channelId) => found.get(channelId) ?? { state: 'unknown', channelId, reason: 'not in the answer' },
    );
  } catch (error) {
    // How long to wait is for the sweep to decide.
    if (!(error instanceof UpstreamError) || error.kind === 'limited' || error.kind === 'denied') throw error;
    log.warn({ error }, '${pascal} did not say who is live');
    return channelIds.map((channelId) => ({ state: 'unknown', channelId, reason: error.message }));
  }
}
`,
    },
    { path: `${folder}/README.md`, text: `# ${pascal}\n\nQuirks, limits and where they are documented.\n` },
  ];
}

/** A simulated world with the same one call, and controls to go live and offline. */
export function simulatorFiles({ kebab, pascal }: Word): readonly Change[] {
  return [
    {
      path: `apps/sim/src/${kebab}/definition.ts`,
      text: `import type { Seed, World, WorldDefinition } from '../world.ts';
import { openChannels } from './channels.ts';

/** ${pascal}, as far as its adapter uses it. */
export const ${kebab}: WorldDefinition = {
  name: '${kebab}',
  prefix: '/${kebab}',
  create(shared): World {
    let channels = openChannels(shared.options.seed);
    return {
      handle(req, res, target) {
        if (req.method !== 'GET' || target.path !== '/channels') return shared.unknown('${kebab}', req, res, target.path);
        const body = JSON.stringify(channels.find(target.query.getAll('name'), target.query.getAll('id')));
        res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
      },
      controls: {
        'go-live': (body) => channels.setLive(body, shared.clock.now()),
        'go-offline': (body) => channels.setLive(body, null),
      },
      summary: () => channels.all(),
      reset(seed: Seed) {
        channels = openChannels(seed);
      },
    };
  },
};
`,
    },
    {
      path: `apps/sim/src/${kebab}/channels.ts`,
      text: `import type { Seed } from '../world.ts';

interface SimChannel {
  readonly id: string;
  readonly name: string;
  live_since: string | null;
}

export interface Channels {
  all(): readonly SimChannel[];
  find(names: readonly string[], ids: readonly string[]): readonly SimChannel[];
  setLive(body: unknown, since: Date | null): SimChannel;
}

export function openChannels(seed: Seed): Channels {
  const list: SimChannel[] = seed === 'demo' ? [{ id: '1', name: 'ada', live_since: null }] : [];
  return {
    all: () => list,
    find: (names, ids) => list.filter(({ id, name }) => names.includes(name) || ids.includes(id)),
    setLive(body, since) {
      const name = typeof body === 'object' && body !== null && 'name' in body ? String(body.name) : '';
      const channel = list.find((each) => each.name === name);
      if (!channel) throw new Error(\`${kebab} has no channel called \${name}\`);
      channel.live_since = since?.toISOString() ?? null;
      return channel;
    },
  };
}
`,
    },
  ];
}
