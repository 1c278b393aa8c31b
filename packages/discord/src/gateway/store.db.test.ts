import { ServerId, UserId } from '@tally/contract';
import { type TestDatabase, testDb } from '@tally/tests/database';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  addGeneration,
  claimClusters,
  deleteGeneration,
  movePhase,
  readSituation,
  recut,
  releaseCluster,
  renew,
  switchGenerations,
  type TakenCluster,
} from './store/clusters.ts';
import { bookIdentify } from './store/identifies.ts';
import { listRefusedIntents, saveRefusals } from './store/refusals.ts';
import { createShardStore, findServerStates, LeaseLostError } from './store/sessions.ts';
import { claimEvents } from './store/told.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDb();
});
afterAll(() => database.close());
beforeEach(() => database.reset());

const botId = UserId.parse('900000000000000001');
const server = (n: number) => ServerId.parse(`80000000000000000${n}`);
const session = { sequence: 7, sessionId: 'abc', resumeURL: 'ws://127.0.0.1/', shardCount: 1, shardId: 0 };
const about = { shardId: 0, session, serversUpTo: 8, botId, intents: 1 };

const take = async (holder: string, lastsMs = 60_000): Promise<TakenCluster> => {
  const [taken] = await claimClusters(database.db, { holder, lastsMs, generation: 1, shardsPerCluster: 1, most: 1 });
  if (!taken) throw new Error('nothing to take');
  return taken;
};
const begin = (shardCount = 1, shardsPerCluster = 1) =>
  addGeneration(database.db, { generation: 1, shardCount, shardsPerCluster, phase: 'current' });

describe('sessions', () => {
  it('a shard finds its session and its servers as they were last saved', async () => {
    await begin();
    const store = createShardStore(database.db, await take('one'));
    expect(await store.load(0)).toBeNull();
    await store.save({
      ...about,
      servers: new Map([
        [server(1), new Uint8Array([0, 255, 3])],
        [server(2), new Uint8Array([9])],
      ]),
    });
    await store.save({
      ...about,
      session: { ...session, sequence: 9 },
      servers: new Map([
        [server(1), new Uint8Array([4])],
        [server(2), null],
      ]),
    });
    const loaded = await store.load(0);
    expect(loaded).toMatchObject({ session: { sequence: 9 }, serversUpTo: 8 });
    const servers: unknown[] = [];
    for await (const [id, state] of loaded?.servers ?? []) servers.push([id, [...state]]);
    expect(servers).toEqual([[server(1), [4]]]);
    await store.clear(0);
    expect(await store.load(0)).toBeNull();
    expect((await database.db.execute('select 1 from gateway_servers')).rows).toEqual([]);
  });

  it('a process that lost the lease cannot overwrite the sessions of the next', async () => {
    await begin();
    const old = createShardStore(database.db, await take('asleep', -1));
    const next = createShardStore(database.db, await take('awake'));
    await next.save({ ...about, servers: new Map() });
    await expect(old.save({ ...about, session: { ...session, sequence: 1 }, servers: new Map() })).rejects.toThrow(
      LeaseLostError,
    );
    await expect(old.clear(0)).rejects.toThrow(LeaseLostError);
    expect((await next.load(0))?.session.sequence).toBe(7);
  });

  it('while there are two numberings, the older one decides the state of a server', async () => {
    await begin();
    await addGeneration(database.db, { generation: 2, shardCount: 2, shardsPerCluster: 1, phase: 'coming' });
    const first = createShardStore(database.db, await take('one'));
    const [second] = await claimClusters(database.db, {
      holder: 'one',
      lastsMs: 60_000,
      generation: 2,
      shardsPerCluster: 1,
      most: 1,
    });
    await createShardStore(database.db, second as TakenCluster).save({
      ...about,
      servers: new Map([[server(1), new Uint8Array([0])]]),
    });
    await first.save({ ...about, servers: new Map([[server(1), new Uint8Array([255])]]) });
    // We can read neither row, so this only checks that both exist, and that one is deleted with its numbering.
    expect((await findServerStates(database.db, [server(1)])).size).toBe(0);
    expect((await database.db.execute('select 1 from gateway_servers')).rows).toHaveLength(2);
    await deleteGeneration(database.db, 1);
    expect((await database.db.execute('select generation from gateway_servers')).rows).toEqual([{ generation: 2 }]);
  });
});

describe('leases', () => {
  it('are taken once, expire, and their fence rises with every holder', async () => {
    await begin(3);
    const of = { generation: 1, shardsPerCluster: 1 };
    const mine = await claimClusters(database.db, { holder: 'one', lastsMs: 60_000, ...of, most: 2 });
    expect(mine).toEqual([
      { generation: 1, clusterId: 0, fence: 1 },
      { generation: 1, clusterId: 1, fence: 1 },
    ]);
    expect(await claimClusters(database.db, { holder: 'two', lastsMs: -1, ...of, most: 9 })).toEqual([
      { generation: 1, clusterId: 2, fence: 1 },
    ]);
    expect(await take('three')).toEqual({ generation: 1, clusterId: 2, fence: 2 });
    const leasesOf = async (holder: string) =>
      (await renew(database.db, { holder, lastsMs: 60_000, ready: [] })).leases;
    expect(await leasesOf('two')).toEqual([]);
    await releaseCluster(database.db, { generation: 1, clusterId: 2, fence: 1 });
    expect(await leasesOf('three')).toEqual([{ generation: 1, clusterId: 2, fence: 2 }]);
    await releaseCluster(database.db, mine[0] as TakenCluster);
    expect(await take('two')).toEqual({ generation: 1, clusterId: 0, fence: 2 });
  });

  it('every process sees the same: living processes, free shards, ready shards', async () => {
    await begin();
    await renew(database.db, { holder: 'one', lastsMs: 60_000, ready: [] });
    await renew(database.db, { holder: 'two', lastsMs: -1, ready: [] });
    const ready = [await take('one')];
    const { leases, situation } = await renew(database.db, { holder: 'one', lastsMs: 60_000, ready });
    expect(leases).toEqual([{ generation: 1, clusterId: 0, fence: 1 }]);
    expect({ ...situation, generations: [] }).toEqual({ ...(await readSituation(database.db)), generations: [] });
    expect(situation).toEqual({
      generations: [
        { generation: 1, shardCount: 1, shardsPerCluster: 1, phase: 'current', phaseMs: expect.any(Number) },
      ],
      clusters: [{ generation: 1, clusterId: 0, holder: 'one', isFree: false, isReady: true }],
      bots: 1,
    });
    expect(await begin()).toBe(false);
  });

  it('an expired lease that no one took is ours again, and free for no one else', async () => {
    await begin();
    await take('one', -1);
    expect((await readSituation(database.db)).clusters).toMatchObject([{ isFree: true }]);
    const { leases, situation } = await renew(database.db, { holder: 'one', lastsMs: 60_000, ready: [] });
    expect([leases.length, situation.clusters, situation.bots]).toMatchObject([1, [{ isFree: false }], 1]);
  });

  it('ready clusters are reported with each renewal, and only under their own lease', async () => {
    await begin(3);
    const of = { holder: 'one', lastsMs: 60_000 };
    const taken = await claimClusters(database.db, { ...of, generation: 1, shardsPerCluster: 1, most: 2 });
    const reportReady = async (ready: readonly TakenCluster[]) => {
      const { situation } = await renew(database.db, { ...of, ready });
      expect(situation.clusters).toEqual((await readSituation(database.db)).clusters);
      return situation.clusters.map(({ isReady }) => isReady);
    };
    expect(await reportReady(taken)).toEqual([true, true, false]);
    expect(await reportReady(taken.map((each) => ({ ...each, fence: each.fence - each.clusterId })))).toEqual([
      true,
      false,
      false,
    ]);
    expect(await reportReady([])).toEqual([false, false, false]);
  });

  it('clusters get another size only while no process holds one, and sessions stay', async () => {
    await begin(4, 4);
    const of = { holder: 'one', lastsMs: 60_000, generation: 1, most: 9 };
    const [old] = await claimClusters(database.db, { ...of, shardsPerCluster: 4 });
    await createShardStore(database.db, old as TakenCluster).save({ ...about, servers: new Map() });
    const cut = () => recut(database.db, { generation: 1, shardCount: 4, shardsPerCluster: 2 });
    expect(await cut()).toBe(false);
    await releaseCluster(database.db, old as TakenCluster);
    expect(await cut()).toBe(true);
    expect(await claimClusters(database.db, { ...of, shardsPerCluster: 4 }), 'from before the change').toEqual([]);
    const taken = await claimClusters(database.db, { ...of, shardsPerCluster: 2 });
    expect(taken.map(({ clusterId, fence }) => [clusterId, fence])).toEqual([
      [0, 2],
      [1, 2],
    ]);
    const late = createShardStore(database.db, old as TakenCluster).save({ ...about, servers: new Map() });
    await expect(late).rejects.toThrow(LeaseLostError);
    expect((await createShardStore(database.db, taken[0] as TakenCluster).load(0))?.session.sequence).toBe(7);
  });

  it('one process switches numberings, in one step', async () => {
    await begin();
    await addGeneration(database.db, { generation: 2, shardCount: 2, shardsPerCluster: 1, phase: 'coming' });
    const share = () => movePhase(database.db, { generation: 2, from: 'coming', to: 'shared' });
    expect([await share(), await share()]).toEqual([true, false]);
    await switchGenerations(database.db, 2);
    await switchGenerations(database.db, 2);
    const { generations } = await readSituation(database.db);
    expect(generations.map(({ generation, phase }) => [generation, phase])).toEqual([
      [1, 'going'],
      [2, 'current'],
    ]);
  });
});

it('identifies of one bucket are booked one after the other', async () => {
  const waits = [];
  for (const bucket of [0, 0, 1, 0]) waits.push(await bookIdentify(database.db, bucket, 5000));
  expect(waits.map((ms) => Math.ceil(ms / 1000) * 1000)).toEqual([0, 5000, 0, 10_000]);
});

it('an event is claimed once', async () => {
  expect(await claimEvents(database.db, ['a', 'b'])).toEqual(new Set(['a', 'b']));
  expect(await claimEvents(database.db, ['b', 'c'])).toEqual(new Set(['c']));
});

it('refused intents are known to every process until they are granted', async () => {
  await saveRefusals(database.db, ['GuildMembers', 'MessageContent']);
  await saveRefusals(database.db, ['MessageContent']);
  expect(await listRefusedIntents(database.db)).toEqual(['MessageContent']);
  await saveRefusals(database.db, []);
  expect(await listRefusedIntents(database.db)).toEqual([]);
});
