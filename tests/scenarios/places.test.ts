import { type AnyEndpoint, bodySchemaOf, listContract, type Schema, type ServerId, type UserId } from '@tally/contract';
import { platforms } from '@tally/contract/platforms/words';
import { features } from '@tally/features/registry';
import { sql } from '@tally/infra/sql';
import { nightCity, type TestApi, testApi } from '@tally/tests/api';
import { samplePath } from '@tally/tests/sample-request';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { serverAppeared } from '../../packages/features/src/servers/service/presence.ts';

/** Tests every body field that contains a channel or role, with one from another server of the same owner. */
const harbour = '802000000000000000' as ServerId;

interface Step {
  readonly name: string;
  readonly isList: boolean;
}
interface Field {
  readonly is: 'channel' | 'role';
  readonly steps: readonly Step[];
}

/** Finds the fields of a body that contain a channel or role. */
function fieldsIn(schema: Schema, steps: readonly Step[] = []): Field[] {
  const { is, purpose } = z.globalRegistry.get(schema) ?? {};
  if (is && purpose) return [{ is, steps }];
  const { def } = (schema as z.core.$ZodTypes)._zod;
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- zod has forty kinds; the default is for the rest
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) => fieldsIn(field, [...steps, { name, isList: false }]));
    case 'array': {
      const last = steps.at(-1) as Step;
      return fieldsIn(def.element, [...steps.slice(0, -1), { ...last, isList: true }]);
    }
    case 'optional':
    case 'nullable':
      return fieldsIn(def.innerType, steps);
    default:
      return [];
  }
}

/** Values that a body needs to pass its other checks, by field name. */
const samples: Record<string, unknown> = {
  texts: ['owl'],
  content: 'Hello',
  name: 'Ada',
  streamerUserName: 'xqc',
  query: ['slots'],
  queryIn: ['title'],
  applyTo: ['kick'],
  giftedSubs: 5,
  position: 1,
  title: 'Ada',
  durationMinutes: 60,
  winnerCount: 1,
  additionalEntries: 1,
  priorityOnConflict: 7,
  candidateId: 'c0',
};

/** Returns the smallest body that the schema accepts, with one channel or role in it. */
function bodyWith(schema: Schema, steps: readonly Step[], id: string): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const [step, ...rest] = steps;
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- zod has forty kinds; the default is for the rest
  switch (def.type) {
    case 'object': {
      const entries = Object.entries(def.shape).flatMap(([name, field]): [string, unknown][] => {
        if (name === step?.name) {
          const value = bodyWith(field, rest, id);
          return [[name, step.isList ? [value] : value]];
        }
        if (name in samples && steps.length > 0) return [[name, samples[name]]];
        if (z.safeDecode(field, undefined).success) return [];
        const { is } = z.globalRegistry.get(field) ?? {};
        return [[name, is ? own[is] : z.safeDecode(field, null).success ? null : least(field)]];
      });
      return Object.fromEntries(entries);
    }
    case 'optional':
    case 'nullable':
      return bodyWith(def.innerType, steps, id);
    case 'array':
      return bodyWith(def.element, steps, id);
    default:
      return id;
  }
}

function least(field: Schema): unknown {
  const { def } = (field as z.core.$ZodTypes)._zod;
  if (def.type === 'enum') return Object.values(def.entries)[0];
  if (def.type === 'literal') return def.values[0];
  if (def.type === 'array') return [];
  throw new Error(`add a sample for a field of type ${def.type}`);
}

const built = new Set(features.flatMap((feature) => (feature.routes ?? []).map((route) => route.endpoint)));

/** Returns the bodies of each call, with the path words that select them. */
function bodiesOf(endpoint: AnyEndpoint): { word: string; named: Record<string, string>; body: Schema }[] {
  const { bodyBy } = endpoint;
  if (!bodyBy) return [{ word: '', named: {}, body: endpoint.body }];
  return Object.keys(bodyBy.choices).map((word) => {
    const named = { [bodyBy.name]: word };
    return { word, named, body: bodySchemaOf(endpoint, { params: named, query: named }) };
  });
}

const cases = listContract()
  .filter(({ endpoint }) => built.has(endpoint) && endpoint.access.who === 'manager')
  .flatMap(({ key, endpoint }) =>
    bodiesOf(endpoint).flatMap(({ word, named, body }) =>
      fieldsIn(body).map(({ is, steps }) => ({
        name: `${key} ${word} ${steps.map(({ name }) => name).join('.')}`,
        endpoint,
        named,
        body,
        is,
        steps,
        field: steps.map(({ name, isList }) => (isList ? `${name}.0` : name)).join('.'),
      })),
    ),
  );

let api: TestApi;
let token: string;
const own = { channel: '', role: '' };
const foreign = { channel: '', role: '' };

const discord = (action: string, body: object) => api.sim.discord.controls[action]?.(body);
const makeIn = async (serverId: ServerId, action: string, name: string) =>
  ((await discord(action, { guild_id: serverId, name, position: 1 })) as { id: string }).id;

beforeAll(async () => {
  api = await testApi({ isWorking: true, env: { PLANS: 'unlimited' } });
  for (const id of [nightCity, harbour]) {
    const guild = api.sim.discord.state.guilds.get(id);
    if (!guild) throw new Error(`there is no server ${id}`);
    const { name, icon, owner_id: ownerId } = guild;
    const looks = { name, icon, banner: null, ownerId: ownerId as UserId, memberCount: guild.members.size };
    await serverAppeared(api.ctx, { id, ...looks });
    const made = id === nightCity ? own : foreign;
    const make = async (action: string, name: string) => await makeIn(id, action, name);
    made.channel = await make('add-channel', 'chosen');
    made.role = await make('add-role', 'chosen');
  }
  // An empty rule would be refused for another reason, so it needs one role to add.
  samples['onAddRolesToAdd'] = [await makeIn(nightCity, 'add-role', 'given')];
  token = await api.logIn();
  const path = `/data/guild/${nightCity}/kick/xqc`;
  const added = await api.request('POST', path, { token, body: { notificationChannelId: own.channel } });
  if (added.status !== 200) throw new Error(added.text);
  const others = platforms.filter((each) => each !== 'kick');
  await api.database.db.execute(sql`
    insert into streamers (id, server_id, platform, channel_id, name, settings, added_at, changed_at)
    select gen_random_uuid(), server_id, other, channel_id, name, settings, added_at, changed_at
    from streamers, unnest(string_to_array(${others.join(' ')}, ' ')) other`);
  const board = await api.request('POST', `/data/starboards/${nightCity}`, { token, body: { channelId: own.channel } });
  if (board.status !== 200) throw new Error(board.text);
  const body = { name: 'Ada', channels: [{ platform: 'kick', streamerUserName: 'xqc' }] };
  const creator = await api.request('POST', `/data/guild/${nightCity}/creators`, { token, body });
  if (creator.status !== 200) throw new Error(creator.text);
  creatorId = (creator.json.data as { creatorId: string }).creatorId;
  const lamp = { channelId: own.channel, name: 'A lamp', durationMinutes: 60, winnerCount: 1 };
  const giveaway = await api.request('POST', `/data/giveaways/${nightCity}`, { token, body: lamp });
  if (giveaway.status !== 200) throw new Error(giveaway.text);
  const listed = (await api.request('GET', `/data/giveaways/${nightCity}`, { token })).json.data;
  const list = await api.request('POST', `/data/guild/${nightCity}/moving/list`, {
    token,
    body: { text: 'kick.com/xqc' },
  });
  moveId = (list.json.data as { moveId: string }).moveId;
  giveawayId = (listed as { existing: { giveawayId: string }[] }).existing[0]?.giveawayId ?? '';
});
let creatorId = '';
let giveawayId = '';
let moveId = '';
afterAll(() => api.close());

it.each(cases)('$name: of another server is refused', async ({ endpoint, named, body, is, steps, field }) => {
  const streamer = 'xqc';
  const words = {
    guildId: nightCity,
    creatorId,
    giveawayId,
    moveId,
    streamer,
    streamerUserName: streamer,
    subTypeOrId: 'kickLive',
  };
  const where: Record<string, string> = endpoint.path.includes('starboards') ? { channelId: own.channel } : {};
  const path = samplePath(endpoint, { ...words, ...where, ...platformOf(endpoint, named), ...named });
  const answer = await api.request(endpoint.method, path, {
    token,
    body: bodyWith(body, steps, foreign[is]) as object,
  });
  expect([answer.status, answer.json.code, answer.json.error]).toEqual([
    400,
    'invalidFields',
    expect.arrayContaining([expect.stringContaining(`${field}: `)]),
  ]);
});

/** A path word that selects no body. */
const platformOf = ({ path }: AnyEndpoint, named: object): Record<string, string> =>
  path.includes('{platform}') && !('platform' in named) ? { platform: 'kick' } : {};

it('nothing of another server is stored', async () => {
  const { rows } = await api.database.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  expect(rows.length).toBeGreaterThan(50);
  for (const { name } of rows) {
    const found = await api.database.db.execute(sql`
      select 1 from ${sql.identifier(name)} t
      where t::text like ${`%${foreign.channel}%`} or t::text like ${`%${foreign.role}%`}`);
    expect([name, found.rows.length]).toEqual([name, 0]);
  }
});

it('the list is not empty by mistake', () => expect(cases.length).toBeGreaterThan(80));
