import { beforeAll, expect, it } from 'vitest';
import type { Sim } from '../../start.ts';
import { type Answer, ask, channel, empower, openSim, personOf, server } from '../test-world.ts';

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly code: string;
}
interface Schema {
  safeParse(value: unknown): { success: boolean; error?: { issues: readonly Issue[] } };
}

/** The name is in a variable, because the package has no types for this entry point. */
const SPECIFICATION: string = 'discord-api-spec/zod';
let published: Readonly<Record<string, Schema>>;
let sim: Sim;

beforeAll(async () => {
  published = (await import(SPECIFICATION)) as typeof published;
});

/** The specification expects permissions as numbers, unlike the documentation and all libraries, which use text. */
const isContradiction = ({ path }: Issue): boolean => /^(?:permissions|allow|deny)/.test(String(path.at(-1)));

/** Returns how a response differs from Discord's published specification. */
function oddIn(name: string, { status, body }: Answer): readonly string[] {
  const schema = published[`${name}ResponseSchema`];
  if (!schema || status >= 300) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
  const issues = schema.safeParse(body).error?.issues ?? [];
  return issues
    .filter((issue) => !isContradiction(issue))
    .map(({ path, code }) => `${name} ${path.join('.')}: ${code}`);
}

const general = () => `/channels/${channel(sim).id}/messages`;

it.each<[string, () => Promise<Answer>]>([
  ['User', () => ask(sim, `GET /users/${personOf(sim)}`)],
  ['UserPII', () => ask(sim, 'GET /users/@me')],
  ['PrivateApplication', () => ask(sim, 'GET /applications/@me')],
  ['GuildWithCounts', () => ask(sim, `GET /guilds/${server(sim).id}?with_counts=true`)],
  ['GuildPreview', () => ask(sim, `GET /guilds/${server(sim).id}/preview`)],
  ['GuildMember', () => ask(sim, `GET /guilds/${server(sim).id}/members/${personOf(sim)}`)],
  ['Threads', () => ask(sim, `GET /guilds/${server(sim).id}/threads/active`)],
  ['Message', () => ask(sim, `POST ${general()}`, { content: 'hello' })],
])('%s has every field that Discord promises', async (name, call) => {
  sim = await openSim({ limits: false });
  empower(server(sim));
  expect(oddIn(name, await call())).toEqual([]);
});

it('an invite and a planned event have them too', async () => {
  sim = await openSim({ limits: false });
  empower(server(sim));
  const invite = await ask(sim, `POST /channels/${channel(sim).id}/invites`, {});
  expect(oddIn('GuildInvite', invite)).toEqual([]);
  const event = {
    name: 'Show',
    privacy_level: 2,
    entity_type: 3,
    entity_metadata: { location: 'Here' },
    scheduled_start_time: new Date(sim.clock.ms() + 3_600_000).toISOString(),
    scheduled_end_time: new Date(sim.clock.ms() + 7_200_000).toISOString(),
  };
  const planned = await ask(sim, `POST /guilds/${server(sim).id}/scheduled-events`, event);
  expect(oddIn('ExternalScheduledEvent', planned)).toEqual([]);
});

it('components are returned with the omitted fields', async () => {
  sim = await openSim({ limits: false });
  const url = 'https://example.test/a.png';
  const components = [
    { type: 1, components: [{ type: 3, custom_id: 'a', options: [{ label: 'A', value: 'a' }] }] },
    { type: 1, components: [{ type: 6, custom_id: 'b', max_values: 3 }] },
    {
      type: 17,
      components: [
        { type: 10, content: 'hello' },
        { type: 14 },
        { type: 12, items: [{ media: { url } }] },
        { type: 9, components: [{ type: 10, content: 'x' }], accessory: { type: 11, media: { url } } },
      ],
    },
  ];
  const posted = await ask(sim, `POST ${general()}`, { flags: 1 << 15, components });
  expect(oddIn('Message', posted)).toEqual([]);
  expect(posted.get('components.0.components.0')).toMatchObject({ min_values: 1, max_values: 1 });
  expect(posted.get('components.1.components.0')).toMatchObject({ min_values: 1, max_values: 3 });
  expect(posted.get('components.2')).toMatchObject({ accent_color: null, spoiler: false });
  expect(posted.get('components.2.components.1')).toMatchObject({ spacing: 1, divider: true });
  expect(posted.get('components.2.components.2.items.0')).toMatchObject({
    description: null,
    spoiler: false,
    media: { url, proxy_url: url, id: expect.stringMatching(/^\d{17,19}$/) },
  });
  expect(posted.get('components.2.components.3.accessory')).toMatchObject({ description: null, spoiler: false });
  // The test sends the received object back, as clients do.
  const again = await ask(sim, `PATCH ${general()}/${posted.text('id')}`, { components: posted.get('components') });
  expect(again.get('components')).toEqual(posted.get('components'));
});

it('so does a poll', async () => {
  sim = await openSim({ limits: false });
  const answers = ['Yes', 'No'].map((text) => ({ poll_media: { text } }));
  const posted = await ask(sim, `POST ${general()}`, { poll: { question: { text: 'Well?' }, answers, duration: 2 } });
  expect(oddIn('Message', posted)).toEqual([]);
  expect(posted.get('poll')).toMatchObject({
    allow_multiselect: false,
    layout_type: 1,
    answers: [{ answer_id: 1 }, { answer_id: 2 }],
    results: { is_finalized: false, answer_counts: [{ id: 1, count: 0, me_voted: false }, { id: 2 }] },
  });
  const hours = (Date.parse(posted.text('poll.expiry')) - Date.parse(posted.text('timestamp'))) / 3_600_000;
  expect(hours).toBeCloseTo(2);
});

it('a library that names itself in its own way is let in', async () => {
  sim = await openSim();
  const as = (agent: string) => ask(sim, 'GET /users/@me', undefined, { headers: { 'user-agent': agent } });
  for (const agent of [
    'Oceanic/1.12.0 (https://github.com/OceanicJS/Oceanic)',
    'DiscordBot (https://github.com/Rapptz/discord.py 2.6.0) Python/3.13 aiohttp/3.12',
  ]) {
    expect((await as(agent)).status).toBe(200);
  }
  expect((await as('curl/8.0')).get('code')).toBe(40333);
});
