import {
  type Clusters,
  type ClustersOptions,
  createClusters,
  type EventName,
  type GatewayListener,
  listRefusedIntents,
  on,
} from '@tally/discord/gateway';
import { type Discord, openDiscord } from '@tally/discord/rest';
import type { Db } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';
import { type Ctx, silentLog, systemRandom, systemTimers } from '@tally/kernel';
import { type Sim, startSim } from '@tally/sim/start';
import { type TestDatabase, testDb } from '@tally/tests/database';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

/** Several bots on one database, in this process: how they share the shards, and how the number of shards changes. */
const applicationId = '900000000000000001';
const nightCity = '801000000000000000';
const somebody = '200000000000000001';

let database: TestDatabase;
let sim: Sim;
let discord: Discord;
const running: Clusters[] = [];

beforeAll(async () => {
  database = await testDb();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.reset();
  sim = await startSim({ limits: false });
  discord = openDiscord({
    apiUrl: `${sim.url}/discord/api`,
    token: 'sim-bot-token',
    clientId: applicationId,
    clientSecret: 'sim-client-secret',
    userAgent: 'DiscordBot (https://tally.example, 1)',
  });
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((bot) => bot.stop()));
  discord.close();
  const { unknownCalls } = sim;
  await sim.close();
  if (unknownCalls.length > 0) throw new Error(`the simulated world does not know ${JSON.stringify(unknownCalls)}`);
});

const act = (name: string, about: object): unknown => sim.discord.controls[name]?.(about);
const soon = (check: () => void | Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 60_000, interval: 20 });
const application = () => sim.discord.state.applications.get(applicationId);
const identifies = (): number => application()?.identifies.used ?? 0;

const heard: string[] = [];
beforeEach(() => void heard.splice(0));
const listeners: GatewayListener[] = [
  on('messagePosted', async (_ctx, { content }) => void heard.push(content)),
  on('serverJoined', async (_ctx, { serverId }) => void heard.push(`joined ${serverId}`)),
];
const listen = (name: EventName): GatewayListener => on(name, async () => {});

async function open(more: Partial<ClustersOptions> = {}): Promise<Clusters> {
  const bot = createClusters({
    db: database.db,
    discord,
    token: 'sim-bot-token',
    listeners,
    intents: ['MessageContent'],
    shardCount: 4,
    shardsPerCluster: 1,
    // A process that stalls for the whole lease loses it, and a busy machine can stall one for a second.
    timing: { leaseMs: 3000, roundMs: 50, marginMs: 900, identifyEveryMs: 50 },
    saveEveryMs: 50,
    random: systemRandom,
    makeCtx: () => ({ log: silentLog, timers: systemTimers, locale: 'en-US' }) as unknown as Ctx,
    log: silentLog,
    ...more,
  });
  running.push(bot);
  await bot.start();
  return bot;
}
async function close(bot: Clusters): Promise<void> {
  running.splice(running.indexOf(bot), 1);
  await bot.stop();
}

const readyShards = (bot: Clusters): number[] =>
  bot
    .list()
    .flatMap(({ shards }) => shards.flatMap(({ shardId, status }) => (status === 'ready' ? [shardId] : [])))
    .toSorted((one, other) => one - other);
const isReady = (bot: Clusters, shards: readonly number[]) => soon(() => expect(readyShards(bot)).toEqual(shards));
const roomOf = (serverId: string) =>
  [...(sim.discord.state.guilds.get(serverId)?.channels.values() ?? [])].find(({ name }) => name === 'general')?.id;
const say = (content: string) => act('say', { channel_id: roomOf(nightCity), user_id: somebody, content });
/** Returns the sessions with a connection, by shard. */
const connected = (): string[] =>
  [...sim.discord.gateway.sessions.values()]
    .filter(({ connection }) => connection)
    .map(({ shard }) => shard.join('/'))
    .toSorted();

describe('several bots', () => {
  it('share the clusters, hand them over without an identify, and leave none without a process', async () => {
    const first = await open();
    await isReady(first, [0, 1, 2, 3]);
    const before = identifies();
    const second = await open();
    await soon(() => expect([readyShards(first).length, readyShards(second).length]).toEqual([2, 2]));
    expect(connected()).toEqual(['0/4', '1/4', '2/4', '3/4']);
    say('shared');
    await soon(() => expect(heard).toEqual(['shared']));
    await close(first);
    say('while nobody listens, perhaps');
    await isReady(second, [0, 1, 2, 3]);
    await soon(() => expect(heard).toEqual(['shared', 'while nobody listens, perhaps']));
    expect(identifies()).toBe(before);
  });

  it('one that cannot reach the database releases its shards, and misses nothing after that', async () => {
    const cut = { isCut: false };
    const db = new Proxy(database.db, {
      get(target, name, receiver) {
        if (cut.isCut) throw new Error('the database is away');
        return Reflect.get(target, name, receiver) as unknown;
      },
    }) satisfies Db;
    const lonely = await open({ db, shardCount: 1 });
    await isReady(lonely, [0]);
    say('before');
    await soon(() => expect(heard).toEqual(['before']));
    await soon(async () => {
      const { rows } = await database.db.execute(sql`select session->>'sequence' as sequence from gateway_shards`);
      expect(Number(rows[0]?.sequence)).toBe([...sim.discord.gateway.sessions.values()][0]?.seq);
    });
    const before = identifies();
    cut.isCut = true;
    await soon(() => expect(connected()).toEqual([]));
    say('meanwhile');
    cut.isCut = false;
    await soon(() => expect(heard).toEqual(['before', 'meanwhile']));
    expect(identifies()).toBe(before);
  });
});

it('the number of shards changes while people talk: two bots together receive each message once', async () => {
  let hasLapsed = false;
  const error = (_about: object, text: string): void => void (hasLapsed ||= text.includes('have run out'));
  const options = { shardCount: 2, shardsPerCluster: 1, log: { ...silentLog, error } };
  const bots = [await open(options), await open(options)];
  await soon(() => expect(new Set(bots.flatMap(readyShards))).toEqual(new Set([0, 1])));
  const said: string[] = [];
  const talk = setInterval(() => {
    said.push(`word ${said.length}`);
    say(said.at(-1) ?? '');
  }, 15);
  try {
    // Starts a third process with another number of shards.
    bots.push(await open({ ...options, shardCount: 3, shardsPerCluster: 2 }));
    act('invite-bot', { guild_id: '804000000000000000' });
    await soon(() => expect(connected()).toEqual(['0/3', '1/3', '2/3']));
    await soon(async () => {
      const { rows } = await database.db.execute(sql`select phase from gateway_generations`);
      expect(rows).toEqual([{ phase: 'current' }]);
    });
  } finally {
    clearInterval(talk);
  }
  say('the end');
  await soon(() => expect(heard).toContain('the end'));
  expect(said.length).toBeGreaterThan(100);
  // If a process stalled, the next one continues from its last save: it misses no event, but repeats some.
  const told = hasLapsed ? [...new Set(heard)] : heard;
  expect(told.toSorted()).toEqual([...said, 'the end', 'joined 804000000000000000'].toSorted());
  await soon(async () => expect((await database.db.execute('select 1 from gateway_told')).rows).toEqual([]));
});

describe('intents that Discord does not grant', () => {
  it('a missing privileged intent: the bot runs without it and starts over when it is granted', async () => {
    act('application', { application_id: applicationId, privileged_intents: 1 << 15 });
    const bot = await open({ shardCount: 1, listeners: [...listeners, listen('memberJoined')] });
    await isReady(bot, [0]);
    say('hello');
    await soon(() => expect(heard).toEqual(['hello']));
    expect(await listRefusedIntents(database.db)).toEqual(['GuildMembers']);
    await close(bot);
    act('application', { application_id: applicationId, privileged_intents: (1 << 15) | (1 << 1) });
    await isReady(await open({ shardCount: 1, listeners: [...listeners, listen('memberJoined')] }), [0]);
    expect(await listRefusedIntents(database.db)).toEqual([]);
  });

  it('an intent revoked while the bot runs closes the connection, and the bot reconnects without it', async () => {
    const bot = await open({ shardCount: 1 });
    await isReady(bot, [0]);
    act('application', { application_id: applicationId, privileged_intents: 0 });
    sim.discord.gateway.drop({ code: 4000, resumable: false });
    await soon(async () => expect(await listRefusedIntents(database.db)).toEqual(['MessageContent']));
    await isReady(bot, [0]);
  });

  it('more identifies: shards wait instead of spending the last ones, which would reset the token', async () => {
    act('application', { application_id: applicationId, identifies_left: 3 });
    const warn = vi.fn<(about: object, text: string) => void>();
    await open({ shardCount: 1, log: { ...silentLog, error: warn } });
    await soon(() => expect(warn.mock.calls.some(([, text]) => text.includes('used up'))).toBe(true));
    expect(application()?.token).toBe('sim-bot-token');
    expect(connected()).toEqual([]);
  });
});
